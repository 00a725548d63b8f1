# Rare ways and refusals of NumPy's functions.
import numpy as np

a = np.arange(6).reshape(2, 3)
f = a / 2
v = np.arange(4.0)
nan, inf = float("nan"), float("inf")
r = np.random.RandomState(3)
g = np.random.default_rng(3)
CODES = """
np.ndarray(3).shape
np.ndarray((2, 3), int).dtype
np.ndarray([2]).shape
np.ndarray("a")
int(np.array([3]))
int(np.array(2.7))
float(np.array(3))
[1, 2, 3][np.array(1)]
bool(np.array([0]))
complex(np.array(2.0))
np.array([[5]]).item()
round(np.float64(2.5))
divmod(np.int64(7), 2)
len(a)
int(a)
float(v)
bool(a)
bool(np.array([]))
len(np.array(1))
list(np.array(1))
[1, 2][np.array(1.0)]
f"{np.array(2.5):.2f}"
f"{np.float32(1.5):5}"
f"{np.int64(3):03d}"
"%d %s" % (np.int64(3), np.float64(2.5))
format(np.array(7), "x")
f"{a:.2f}"
a.flat[4]
a.T.flat[1]
a.size
a.ndim
a.itemsize
a.nbytes
a.dtype.name
a.T.strides
a.T.flags["C_CONTIGUOUS"] if hasattr(a, "flags") else False
hash(np.dtype("int64")) == hash(np.dtype(int))
np.dtype("f4") == np.float32
np.dtype(bool).kind
np.dtype("u1").itemsize
{np.dtype("f8"): 1}[np.dtype(float)]
np.dtype("int16").name
str(np.dtype("f2"))
repr(np.dtype("i4"))
np.int8 != np.int16
np.array([[1], [1, 2]], dtype=float)
np.array([1, "a"], dtype=float)
np.array([1.5, 2], dtype=int)
np.array([True, 2])
np.array([1, 2.5])
np.array([])
np.array([[]]).shape
np.array([[1, 2], (3, 4)])
np.array(range(3))
np.array([a[0], [7, 8, 9]])
np.array(3, ndmin=2)
np.array([1, 2], copy=False)
np.asarray(v) is v
np.array(v) is v
np.full((2,), 7)
np.full((2, 2), 1.5)
np.full(2, True)
np.full(2, 3, dtype=float)
np.full_like(a, 2.7)
np.zeros_like(f, dtype=int)
np.empty_like(a).shape
np.eye(2, 3, 1)
np.eye(3, k=-1)
np.identity(2)
np.tri(2, 3)
np.diag([1, 2])
np.diag(a)
np.diag(a, 1)
np.diagflat([[1, 2]])
np.zeros(-1)
np.eye(-1)
np.diag(np.ones((1, 1, 1)))
np.diag(3)
np.arange(0, 5, 0)
np.arange()
np.arange(5, 0)
np.arange(5, 0, -2)
np.arange(0, 1, 0.3)
np.arange(3.0)
np.arange(2, 4, dtype=np.float32)
np.arange(0)
np.linspace(0, 1, -1)
np.linspace(0, 1, 0)
np.linspace(0, 1, 1)
np.linspace(1, 0, 3)
np.linspace(0, 4, 4, endpoint=False)
np.linspace(0, 10, 3, dtype=int)
np.logspace(0, 2, 3)
np.meshgrid([1, 2], [3, 4, 5])
np.meshgrid([1, 2], [3, 4], indexing="ij")
np.indices((2, 2))
a.reshape(4)
a.reshape(-1, -1)
a.reshape(3, -1)
a.reshape((6,))
a.reshape(1, 2, 3).shape
np.reshape(a, -1)
a.ravel("C")
np.array(1).reshape(1, 1)
np.empty((0, 3)).reshape(3, -1).shape
a.transpose(0)
a.transpose(0, 0)
a.transpose(0, 2)
a.transpose(1, 0)
a.transpose()
a.T
np.transpose(v)
np.moveaxis(a[None], 0, -1).shape
np.swapaxes(a, 0, 1).shape
a.transpose((1, 0)).shape
np.moveaxis(a, (0, 1), (0,))
np.squeeze(a, 0)
np.squeeze(a[None])
np.squeeze(a[None], 0).shape
np.expand_dims(a, -1).shape
np.expand_dims(a, (0, 3)).shape
np.atleast_1d(3)
np.atleast_2d(v).shape
np.atleast_3d(v).shape
np.atleast_3d(a).shape
np.expand_dims(a, 5)
np.broadcast_to(a, (3, 3))
np.broadcast_to(v, (2, 4))
np.broadcast_shapes((2, 1), (3,))
[x.shape for x in np.broadcast_arrays(a, v[:3])]
np.broadcast_to(1, (2,))
np.concatenate([])
np.concatenate([a, v])
np.concatenate([a, a], 2)
np.concatenate([a, np.ones((3, 3))], 1)
np.concatenate([a, a], None)
np.concatenate([a, f], -1)
np.concatenate(([1], [2.5]))
np.concatenate([a[:0], a])
np.stack([a, v])
np.stack([])
np.stack([v, v], 1)
np.stack([a, a], -1).shape
np.hstack([v, v])
np.vstack([v, v])
np.dstack([v, v]).shape
np.column_stack([v, v])
np.hstack([1, 2])
np.vstack([1, 2])
np.row_stack([v, v]).shape
np.append(a, 7)
np.append(a, [[7, 8, 9]], 0)
np.stack([v, v], 3)
np.split(a, 2)
np.split(v, [1, 3])
np.array_split(v, 3)
np.hsplit(a, 3)
np.vsplit(a, 2)
np.array_split(a, 2, 1)
np.split(a, [1], 1)
np.split(v, 3)
np.array_split(v, 0)
np.tile(v, 0)
np.tile(a, (2, 1))
np.tile(v, (2, 2))
np.tile(1, 3)
np.repeat(v, 2)
np.repeat(a, 2, 0)
np.repeat(a, [1, 2], 0)
np.repeat(3, 2)
np.repeat(a, [0, 1, 2], 1)
np.repeat(v, 0)
np.flip(a)
np.flip(a, 0)
np.fliplr(a)
np.flipud(a)
np.roll(v, 1)
np.roll(a, 1, 0)
np.roll(a, -1)
np.roll(a, (1, 2), (0, 1))
np.flip(a, (0, 1))
np.flip(a, 2)
np.roll(a, 1, 2)
np.pad(v, 1)
np.pad(a, 1, constant_values=9)
np.pad(a, ((1, 0), (0, 2)))
np.pad(v, (1, 2), mode="edge")
np.pad(v, 2, mode="reflect")
np.pad(v, (0, 2), mode="wrap")
np.delete(v, 1)
np.delete(a, 0, 1)
np.insert(v, 1, 9)
np.insert(a, 1, 7, axis=1)
np.delete(v, [0, 2])
np.delete(v, -1)
np.delete(v, 9)
np.where(v > 1)
np.where(v > 1, v, -1)
np.where([True, False], [1, 2], 3.5)
np.where(a > 2, a, v[:3])
np.select([v > 2, v > 1], [v, -v], 9)
np.argwhere(a > 3)
np.flatnonzero(v)
np.nonzero(a)[1]
np.take(a, [0, 5])
np.take(a, 1, 1)
np.take(a, [[0], [1]], 1)
np.take(v, -1)
np.take_along_axis(a, np.array([[2], [0]]), 1)
np.clip(v, 1, 2)
np.clip(v, None, 2)
np.clip(v, 1, None)
v.clip(1)
np.clip(a, [0, 1, 2], 3)
np.clip(v, 3, 1)
np.clip(v, None, None)
np.sort(a, 5)
np.sort(a[:, ::-1])
np.sort(a, None)
np.sort(-a, 0)
np.argsort([3, 1, 2])
np.argsort(-a, 0)
np.sort([nan, 1, inf])
np.argsort([2, 1, 2], kind="stable")
np.partition([3, 1, 2], 1)[1]
np.argpartition([3, 1, 2], 0)[0]
np.sort(np.array(1))
np.searchsorted(v, 1.5)
np.searchsorted(v, [0, 9])
np.searchsorted(v, 2, side="right")
np.searchsorted([3, 1, 2], 2, sorter=[1, 2, 0])
np.searchsorted([3, 1], 2, sorter=[5, 0])
np.unique([3, 1, 3])
np.unique([3, 1, 3], return_counts=True)
np.unique([3, 1, 3], return_inverse=True, return_index=True)
np.unique(a % 2)
np.isin(v, [1, 3])
np.in1d(v, 1)
np.intersect1d([1, 2], [2, 3])
np.union1d([1], [0])
np.setdiff1d([1, 2], [2])
np.bincount([1, 1, 3])
np.bincount([1, 1], weights=[0.5, 2])
np.bincount([1], minlength=4)
np.bincount(np.array([], dtype=int))
np.bincount([-1])
np.bincount([1.5])
np.bincount([[1]])
np.bincount([1, 2], weights=[1])
np.histogram([1, 2, 1], bins=2)
np.histogram(v, [0, 1, 3])
np.histogram(v, 2, range=(0, 4))
np.histogram(v, 2, density=True)
np.histogram([], 2)
np.histogram(v, 2, weights=[1, 2, 3, 4.5])
np.max([])
np.argmax([])
np.min(np.empty((0, 2)), 0)
np.max(a, 2)
np.sum(a, (0, 0))
np.mean(a, (0, 1))
np.sum([])
np.prod([])
np.max(np.empty((0, 2)), 1).shape
np.any([])
np.all([])
np.cumsum(a)
np.cumprod(a, 1)
np.cumsum(a, 0)
np.std(v, ddof=1)
np.var(a, 0, ddof=1)
np.ptp(v)
np.average(v, weights=[1, 0, 0, 3])
np.average(a, 0, weights=[1, 3])
np.count_nonzero(a, 0)
np.diff(v)
np.diff(a, axis=0)
np.diff(v, 2)
np.trapz(v)
np.cov(a)
np.corrcoef(a)
np.cov(v)
np.quantile(v, 0.3)
np.percentile(v, 40)
np.quantile(v, 0.4, method="lower")
np.quantile(v, 0.4, method="higher")
np.quantile(v, 0.4, method="nearest")
np.quantile(v, 0.4, method="midpoint")
np.median([nan, 1])
np.nanmax([nan, 1])
np.nanmean([[nan, 1], [2, 3]], 0)
np.nansum([nan])
np.median(np.array([3, 1]), 0)
np.nanargmax([nan, 1])
np.quantile(v, 1.5)
np.percentile(v, -1)
np.dot(a, v)
np.dot(a, a)
a @ a
a @ 3
np.matmul(3, a)
np.matmul(v, v)
a @ a.T
np.dot(2, a)
np.dot(v, v)
np.inner(a, a)
np.outer(v, v[:2])
np.vdot(a, a)
np.tensordot(a, a, ([1], [1]))
np.tensordot(a, a.T, 1)
np.tensordot(v, v, 0).shape
np.cross([1, 0, 0], [0, 1, 0])
np.trace(a)
np.einsum("ij->i", a)
np.einsum("ij,kj", a, a)
np.einsum("ii", np.eye(2))
np.matmul(np.ones((2, 1, 3)), a.T).shape
np.tensordot(a, a, 1)
np.tensordot(a, a, ([0, 1], [0]))
np.tensordot(a, a, 3)
np.inner(a, v)
np.triu(a)
np.tril(a, -1)
np.triu(a, 1)
np.triu_indices(2)
np.tril_indices(2, -1)
np.tril(v)
np.fill_diagonal(a.copy(), 5)
np.linalg.norm(v)
np.linalg.norm(v, 1)
np.linalg.norm(v, inf)
np.linalg.norm(v, -inf)
np.linalg.norm(v, 0)
np.linalg.norm(v, 3)
np.linalg.norm(a)
np.linalg.norm(a, 1)
np.linalg.norm(a, inf)
np.linalg.norm(a, "fro")
np.linalg.norm(a, axis=1)
np.linalg.norm(a, 1, 0)
np.linalg.norm(a, axis=1, keepdims=True)
np.linalg.norm(a, None, (0, 1))
np.linalg.norm(f.astype(np.float32)).dtype
np.linalg.inv(a)
np.linalg.inv(np.zeros((2, 2)))
np.linalg.inv(v)
np.linalg.cholesky(-np.eye(2))
np.linalg.det(a)
np.linalg.qr(a, "wrong")
np.linalg.det([[1, 2], [3, 4]])
np.linalg.inv([[2, 0], [0, 4]])
np.linalg.solve([[2, 0], [0, 4]], [2, 2])
np.linalg.cholesky([[4, 2], [2, 5]])
np.linalg.matrix_rank(a)
np.linalg.svd(a)[1]
np.abs(np.linalg.qr(a.T)[1].diagonal())
np.linalg.qr(a, "r").shape
np.linalg.pinv(np.eye(2))
np.linalg.slogdet(np.eye(2))
np.linalg.solve(np.float32([[2, 0], [0, 1]]), [1, 1]).dtype
np.linalg.lstsq(np.eye(2), np.ones(2), rcond=None)[0]
v[5]
a[0, 5]
a[0, 0, 0]
a["x"]
a[1.5]
a[[0, 5]]
a[[True, False, True]]
a[a > 9].shape
a[a > 2]
a[[1, 0]]
a[:, [0, 2]]
a[[0, 1], [1, 2]]
a[..., 0]
a[None].shape
a[-1]
a[::-1]
a[:, ::-1]
a[1:, :2]
a[True].shape
a[np.array(1)]
a[np.array([[0, 1]])].shape
a[(0, 1)]
a[range(2)].shape
a[[]].shape
a[np.newaxis, :, 0]
a[[True, False]]
a[5:].shape
a[[-1, 0]]
a[::0]
a[np.array([1.0])]
a[2 ** 70]
a.copy().__setitem__(5, 1)
a.copy().__setitem__(0, v)
a.copy().__setitem__(0, "x")
a.copy().__setitem__(a > 2, v)
(lambda b: (b.__setitem__((slice(None), 0), 9), b))(a.copy())
(lambda b: (b.__setitem__(b > 2, 0), b))(a.copy())
(lambda b: (b.__setitem__([0, 1], 5), b))(v.copy())
(lambda b: (b.__setitem__(slice(None, None, -1), [1, 2, 3, 4]), b))(v.copy())
(lambda b: (b.__setitem__(0, 2.7), b))(a.copy())
(lambda b: (b.__setitem__(..., 1), b))(a.copy())
(lambda b: (b.__setitem__(b > 9, []), b))(a.copy())
a + v
a == v[:2]
a < "x"
a == "x"
-np.array(True)
a << 1
a & 1
~a
a ^ 3
a | 8
a >> 1
-a
+a
abs(-a)
a // 2
a % 4
-a // 4
-a % 4
a ** 2
2 ** a
v ** 0.5
7 - a
7 / (a + 1)
7 // (a + 1)
a == a.T.T
a != 1
a < 3
a >= 3
divmod(a, 4)
np.power(2, 3)
np.power(2.0, [1, 2])
np.fmod(-7, 3)
np.remainder(-7, 3)
np.float_power(2, 3)
np.sign(-a)
np.hypot(3, 4)
np.logaddexp(1, 2)
np.square(a)
np.reciprocal([2.0])
np.positive(v)
np.deg2rad(180)
np.rad2deg(np.pi)
np.exp2(3)
np.expm1(0.1)
a ** -1
np.power(2, -1)
np.add(1, 2, 3)
np.add(a, 1, out=np.zeros((2, 3)))
np.isclose([1, nan], [1 + 1e-9, nan], equal_nan=True)
np.allclose(v, v + 1e-9)
np.array_equal(a, a)
np.array_equal(a, v)
np.isnan([nan, 1])
np.isinf([inf, 1])
np.isfinite([nan, 1])
np.nan_to_num([nan, inf, -inf, 1])
np.isscalar(3)
np.ndim(3)
np.shape([[1]])
np.size(a)
a.astype("wrong")
a.astype("f4").dtype
a.astype(bool)
v.astype(int)
a.astype(np.uint8).dtype
np.float32(2.5).dtype
np.int64(3) / 2
np.float64(1) + 1
np.bool_(True) + 1
type(np.float32(1) + 1).__name__
type(np.int32(1) * 2.0).__name__
np.int8(100) + np.int8(27)
np.float32(0.1)
np.float64(0.1)
np.int64(5) // 2
-np.int64(3)
np.promote_types("i4", "f4")
np.result_type(a, 1.5)
np.issubdtype(np.float32, np.floating)
np.finfo(np.float32).eps
np.iinfo(np.int8).max
np.dtype("wrong")
r.rand(2)
r.randn(2)
r.randint(5)
r.randint(2, 9, 3)
r.uniform(1, 2, 2)
r.normal(5, 2, 2)
r.exponential(2, 2)
r.exponential()
r.standard_normal(2)
r.random_sample(2)
r.choice(5, 2)
r.choice([1.5, 2.5], 2, p=[0.5, 0.5])
r.permutation(4)
r.shuffle([1])
r.randint(5, 5)
r.randint(0)
r.normal(0, -1)
r.choice(0)
r.choice(np.ones((2, 2)))
r.choice(3, 4, replace=False)
r.choice(3, p=[0.5, 0.5])
np.random.RandomState(-1)
g.random(2)
g.standard_normal(2)
g.integers(5)
g.integers(2, 9, 3)
g.uniform(1, 2, 2)
g.normal(5, 2, 2)
g.exponential(2, 2)
g.standard_exponential(2)
g.choice(5, 2)
g.choice([1.5, 2.5], p=[0.5, 0.5])
g.permutation(4)
g.integers(0, 10, 2, endpoint=True)
g.integers(0, 2 ** 40, 2)
g.integers(0, 2, 3, dtype=np.int32)
g.random(2, dtype=np.float32)
g.choice(np.arange(4), 3, replace=False)
g.shuffle([1])
g.integers(5, 5)
g.integers(5, 4, endpoint=True)
g.integers(0, 2 ** 33, dtype=np.int32)
g.integers(-2 ** 33, 0, dtype=np.int32)
g.random(-1)
g.choice(0)
g.choice(3, 4, replace=False)
g.choice(3, p=[0.5, 0.5])
g.normal(0, -1)
np.random.default_rng(-1)
np.random.default_rng("a")
np.random.default_rng([1, 2]).integers(100)
np.random.default_rng([1, 2, 3, 4, 5, 6]).integers(100)
np.random.default_rng(g) is g
np.random.default_rng(2 ** 70).integers(100)
np.array2string(v)
str(np.array([]))
repr(np.array([1e10, 1]))
str(np.array([1.5, nan]))
repr(np.array(3))
repr(np.array([True]))
repr(np.float32([1, 2]))
repr(np.zeros((0, 3)))
str(np.arange(2000))
repr(np.array([[1.123456789, 2]]))
repr(np.array([0.1, 1e-10]))
str(np.array([1e300, 1]))
repr(np.int8([1]))
repr(np.array([[]]))
repr(np.array([1 / 3], dtype=np.float16))
np.vectorize(lambda x: x + 1)(v)
np.fromiter((x for x in range(3)), int)
np.fromfunction(lambda i, j: i + j, (2, 2))
np.unravel_index(4, (2, 3))
np.ndindex(2, 1) is not None
np.maximum([1, nan], 2)
np.minimum(a, 2)
np.rint(2.5)
np.fix(-2.5)
np.around(2.345, 2)
np.round(a / 3, 1)
np.floor(-1.5)
np.trunc(-1.5)
np.ceil(-1.5)
a.base is None
a[0].base is a
a.T.base is not None
a.view() is not a
a.copy().tolist()
v.sum(dtype=int)
v.mean(dtype=np.float32).dtype
a.any(axis=1)
a.all()
a.nonzero()
a.argsort(1)
a.cumsum()
a.dot(a.T)
a.trace()
a.std()
a.round()
a.repeat(2)
a.take([0])
a.squeeze().shape
a.swapaxes(0, 1).shape
a.ravel()[2]
a.flatten()[1]
a.diagonal()
a.item(3)
a.item((1, 2))
a.item()
a.item(9)
np.linalg.solve([[[2, 0], [0, 4]], [[1, 1], [0, 1]]], [[2, 2], [1, 3]])
np.linalg.solve([[[2, 0], [0, 4]], [[1, 1], [0, 1]], [[1, 0], [0, 1]]], [[2, 2], [1, 3], [5, 6]])
np.linalg.solve([[2, 0], [0, 4]], [[[2, 2], [1, 3]], [[1, 0], [0, 1]]])
np.linalg.solve([[2, 0], [0, 4]], [[2, 2], [1, 3]])
np.linalg.solve([[2, 0], [0, 4]], [[2], [1], [3]])
""".strip().splitlines()
for code in CODES:
    try:
        print(code[:60], "->", eval(code))
    except BaseException as e:
        print(code[:60], "!!", type(e).__name__, e)
