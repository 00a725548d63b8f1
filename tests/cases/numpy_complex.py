# Eigenvalues that are complex, and small arrays of complex numbers.
import numpy as np

rng = np.random.RandomState(0)
for m in ([[0, -1.0], [1, 0]], [[0.5, -0.8, 0.1], [0.8, 0.5, 0], [0, 0.2, 0.9]], [[1.0, 2], [-3, 1]], rng.randn(6, 6), rng.randn(12, 12)):
    w = np.linalg.eigvals(np.array(m))
    print(w, w.dtype, w.shape)
    print(repr(w))
    print(np.abs(w), f"{np.abs(w).max():.6f}", w.real, w.imag, f"{max(abs(w)):.6f}")
    print(f"{w[0]:.5f}", np.sort(np.abs(w))[::-1], w * 2, w.conj(), np.angle(w))
a = np.array([1 + 2j, 3, -0.5j])
print(a, a.dtype, a + 1, a * a, np.abs(a), a.sum(), a[1:], a.reshape(3, 1), len(a))
