# The last bits of np.dot and inner of more than two axes, each cell a product of two vectors, and of
# np.linalg.norm of a whole array, the product of its cells with themselves.
import numpy as np


def bits(x):
    return [float(v).hex() for v in np.ravel(x)[:5]] + [float(np.abs(x).max()).hex()]


rng = np.random.RandomState(0)
for dtype in (np.float32, np.float64):
    for K in (1, 3, 7, 16, 31, 33, 64, 100, 1000):
        a, b = rng.randn(2, 3, K).astype(dtype), rng.randn(K, 4).astype(dtype)
        deep, v = rng.randn(2, K, 3).astype(dtype), rng.randn(K).astype(dtype)
        print(K, bits(np.dot(a, b)), bits(np.dot(a, deep)), bits(np.dot(b.T, deep)), bits(np.dot(a, v)))
        print(bits(np.inner(a, b.T)), bits(np.inner(a, a[0])), bits(a.dot(b)), bits(np.dot(v, deep)))
        print(bits(np.linalg.norm(v)), bits(np.linalg.norm(b)), bits(np.linalg.norm(b.T)), bits(np.linalg.norm(a)))
        print(bits(np.linalg.norm(a.transpose(2, 0, 1))), bits(np.linalg.norm(v[::2])), bits(np.linalg.norm(b, "fro")))
        print(bits(np.linalg.norm(v, 2)), bits(np.linalg.norm(b, axis=0)), bits(np.linalg.norm(a, axis=(0, 1))))
        print(np.linalg.norm(a, keepdims=True).shape, bits(np.linalg.norm(v, 1)), bits(np.linalg.norm(v, np.inf)))
print(np.linalg.norm([3, 4]), np.linalg.norm(np.zeros((0, 3))), np.linalg.norm(np.float32(-2.5)), np.dot(np.ones((2, 3, 0)), np.ones((0, 4))))
print(np.dot(np.arange(12).reshape(2, 2, 3), np.arange(6).reshape(3, 2)), np.dot(np.ones((2, 1, 2), bool), np.eye(2, dtype=bool)))
