# Arrays: making, printing, shapes, types.
import numpy as np

print(np.array([1, 2, 3]), repr(np.array([1, 2, 3])))
print(np.array([1.0, 2.5]), repr(np.array([1.0, 2.5])))
print(np.array([[1, 2], [3, 4]]))
print(repr(np.array([[1.5, 2], [3, 4]])))
print(np.zeros((2, 3)), np.ones(2), np.full((2, 2), 7), np.eye(2))
print(np.arange(5), np.arange(1, 2, 0.25), np.linspace(0, 1, 5), np.arange(6).reshape(2, 3))
print(np.array([True, False]), np.array([1, 2.5, True]), np.array(3.5), np.array([]))
x = np.arange(24).reshape(2, 3, 4)
print(x)
print(x.shape, x.ndim, x.size, x.dtype, x[0, 1], x[..., 0], x[:, 1:, ::2].shape, len(x))
print(x.T.shape, x.transpose(0, 2, 1).shape, x.swapaxes(0, 1).shape, x.reshape(-1).shape, x.flatten()[:3])
f = np.array([[0.001, 1000.0], [1e-10, 1.0]])
print(f, np.array([1e10, 1.0]), np.array([0.1, 0.25, 1 / 3]), np.array([1e-5, 0.5]))
print(np.array([np.nan, np.inf, -np.inf, 1.0]), np.array([100.0, 2.25]), np.array([-1.5, 2.0]))
print(np.array([1, 2], dtype=np.float32) / 3, np.array([1, 2], dtype=float), np.array([1.9, -1.9]).astype(int))
print(repr(np.array([1, 2], dtype=np.float32)), repr(np.array([True])), repr(np.zeros((0, 2))), repr(np.array([[0.1]])))
print(np.arange(30), np.arange(1001), sep="\n")
print(np.zeros((3, 400)))
print(x[0].tolist(), np.array([0.1, 0.2]).tolist(), list(np.array([1, 2])), x[0, 0, 1].item())
a = np.zeros((2, 2))
a[0] = 1
a[:, 1] += 5
a[a > 5] = -1
print(a, a == -1, (a > 0).sum(), ~(a > 0))
b = a.copy()
v = a[1]
v[0] = 42
print(a[1, 0], b[1, 0], np.zeros_like(a), np.ones_like(x[0]).sum())
np.set_printoptions(precision=3, suppress=True)
print(f, np.array([0.123456, 12.5]))
