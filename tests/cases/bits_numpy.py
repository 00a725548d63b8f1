# NumPy's products to the last bit: fused but for einsum and the dot product of two float32 vectors.
import numpy as np


def show(*results):
    for cells in results:
        cells = cells.flatten().tolist()
        print(cells[:3], cells[-3:])


rng = np.random.RandomState(0)
for dtype in (np.float32, np.float64):
    for m, n, k in ((2, 3, 4), (4, 7, 3), (3, 6, 5), (8, 6, 8), (5, 9, 7)):
        a, b = rng.randn(m, k).astype(dtype), rng.randn(k, n).astype(dtype)
        w, x = rng.randn(n, k).astype(dtype), rng.randn(2, m, k).astype(dtype)
        print(m, n, k, a.dtype)
        show(a @ b, np.dot(a, w.T))
        show(x @ b, np.matmul(x, x.transpose(0, 2, 1)))
        show(a @ a.T, np.tensordot(x, b, axes=1), np.inner(a, w))
        show(np.einsum("ik,kj->ij", a, b), np.einsum("bik,kj->bij", x, b))
        print(np.dot(a[0], w[0]).item(), (a[0] @ w[1]).item(), np.inner(a[0], w[2]).item())
