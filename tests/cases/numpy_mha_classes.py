# Multi-head attention as NumPy classes, and the functions around it.
import numpy as np
np.random.seed(0)
class Softmax:
    def __call__(self, x): e = np.exp(x - x.max(axis=-1, keepdims=True)); return e / e.sum(axis=-1, keepdims=True)
class Linear:
    def __init__(self, i, o): self.W = np.random.randn(i, o) * np.sqrt(2.0 / i); self.b = np.zeros((1, o))
    def __call__(self, x): return x @ self.W + self.b
    def __repr__(self): return f"Linear({self.W.shape[0]}, {self.W.shape[1]})"
class MHA:
    def __init__(self, d, h): self.h = h; self.q, self.k, self.v, self.o = [Linear(d, d) for _ in range(4)]
    def split(self, x): B, T, D = x.shape; return x.reshape(B, T, self.h, D // self.h).transpose(0, 2, 1, 3)
    def __call__(self, x, mask=None):
        q, k, v = map(self.split, (self.q(x), self.k(x), self.v(x)))
        s = np.matmul(q, k.transpose(0, 1, 3, 2)) / np.sqrt(q.shape[-1])
        if mask is not None: s = np.where(mask, s, -1e9)
        w = Softmax()(s); o = (w @ v).transpose(0, 2, 1, 3).reshape(x.shape)
        return self.o(o), w
m = MHA(8, 2); x = np.random.rand(1, 4, 8); o, w = m(x, np.tril(np.ones((4, 4))).astype(bool)); print(m.q, o, w, sep="\n")
print(np.tril(np.ones((3, 3), dtype=np.int64)), np.triu(np.ones((3, 3)), 1).astype(bool))
np.set_printoptions(precision=3, suppress=True, linewidth=120); print(w[0], o.shape)
np.set_printoptions(formatter={'float': '{: 0.2f}'.format}) if False else None
pe = np.array([[p / 10000 ** (2 * (i // 2) / 6) for i in range(6)] for p in range(4)]); pe[:, 0::2] = np.sin(pe[:, 0::2]); pe[:, 1::2] = np.cos(pe[:, 1::2]); print(pe)
a = np.array([1, 2, 3]); b = np.array([[1.0], [2.0]]); print(a * b, a + b, a.dtype, b.dtype, a ** 2, a / 2, a // 2, a % 2, -a, a > 1, a[a > 1], a[::-1], a.sum(), a.mean(), a.tolist(), a.astype(float), a.reshape(3, 1), a[:, None].shape, a @ a, np.append(a, 4), len(a), list(a), a.max(), a.argmax(), 2 in a)
print(repr(a), repr(b), repr(np.float64(0.5)), repr(np.zeros((0,))), np.array(3), repr(np.array(3.0)), repr(np.array([True])), np.array([1, 2.5]), np.array([1e10, 1]), np.array([1e-10, 1]), np.array([[1, 2], [3, 4]]).T, np.array([0.1, 0.25, 100.0]))
for row in np.eye(2): print(row, row.sum())
print(np.hstack([a, a]), np.vstack([a, a]), np.concatenate([a, a]), np.stack([a, a], 1), np.c_[a, a] if False else "", np.argsort(-a), np.any(a > 2), np.all(a > 2), np.zeros_like(a), np.ones_like(b), np.full((2, 2), 0.5), np.empty((0, 2)).shape, np.nonzero(a > 1), np.cov(a) if False else "", np.mean(b, axis=0), np.std(a), np.var(a), np.percentile(a, 50), np.median(a), np.abs(-a), np.sign(-a), np.sqrt(a), np.power(a, 2), np.exp(a), np.log(a), np.isclose(a, a), np.array_equal(a, a), np.dot(a, a), np.cross([1, 0, 0], [0, 1, 0]), np.linalg.inv(np.array([[2., 0], [0, 4]])), np.linalg.det(np.eye(2)), np.round(1.2345, 2), np.around([1.55], 1), np.floor(1.5), np.meshgrid([1, 2], [3, 4]), np.ndim(b), np.shape(b), np.transpose(b).shape, np.sum(b, axis=0), np.sum([1, 2]), np.max([[1, 2], [3, 4]], axis=1), np.einsum('i,i->', a, a), np.bincount([0, 1, 1]), np.flip(a), np.roll(a, 1), np.take(a, [0, 2]), np.diff(a), np.logspace(0, 2, 3), sep="\n")
print(f"{a}", f"{b[0, 0]:.2f}", f"{np.mean(a):.4f}", "%.3f" % np.std(a), str(a), a.shape, type(a), type(a[0]), a.dtype.name, np.float32(1) / 3, np.float64(1) / 3, np.random.rand(), np.random.randn(), np.random.randint(5), np.e)
try: np.ones((2, 3)) @ np.ones((2, 3))
except ValueError as e: print(e)
try: np.ones(3) + np.ones(2)
except ValueError as e: print(e)
try: np.arange(6).reshape(4, 2)
except ValueError as e: print(e)
try: a[5]
except IndexError as e: print(e)
try: np.concatenate([np.ones((1, 2)), np.ones((1, 3))])
except ValueError as e: print(e)
