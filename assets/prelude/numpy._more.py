# Functions of numpy that attention seldom needs: grids by slices, polynomials, windows, a few that skip
# NaN. The file is read when one of its names is first asked for.

import math
import numpy as np
import torch


class _Grid:
    """np.mgrid[0:3, 0:2]: the indices of a grid, one array for each axis."""

    def __init__(self, open):
        self._open = open

    def __getitem__(self, key):
        keys = key if isinstance(key, tuple) else (key,)
        steps = [np.arange(part.start or 0, part.stop, part.step or 1) for part in keys]
        if not isinstance(key, tuple):
            return steps[0]
        if self._open:
            return [step.reshape([-1 if k == axis else 1 for k in range(len(steps))])
                    for axis, step in enumerate(steps)]
        return np.stack(np.meshgrid(*steps, indexing="ij"))


mgrid, ogrid = _Grid(False), _Grid(True)


def _pieces(key):
    """Slices as ranges, numbers as arrays of one cell."""
    return [np.arange(part.start or 0, part.stop, part.step or 1) if isinstance(part, slice)
            else np.atleast_1d(part) for part in (key if isinstance(key, tuple) else (key,))]


class _Rows:
    """np.r_[1:4, 0]: everything one after the other."""

    def __getitem__(self, key):
        return np.concatenate(_pieces(key))


class _Columns:
    """np.c_[a, b]: everything side by side, vectors as columns."""

    def __getitem__(self, key):
        return np.concatenate([part.reshape(-1, 1) if part.ndim == 1 else part
                               for part in _pieces(key)], axis=1)


class _Key:
    """np.s_[1:3, ...]: the key itself."""

    def __getitem__(self, key):
        return key


r_, c_, s_, index_exp = _Rows(), _Columns(), _Key(), _Key()


def _char():
    """np.char: functions of arrays of strings."""
    from numpy._cells import char as found
    return found


char = _char()


def put_along_axis(arr, indices, values, axis):
    """Write values where take_along_axis would read."""
    grid = np.meshgrid(*[np.arange(size) for size in indices.shape], indexing="ij")
    grid[axis] = np.asarray(indices)
    arr[tuple(grid)] = values


def put(a, ind, v):
    """Write at places counted in row-major order; few values are repeated."""
    values = np.atleast_1d(v)
    for k, place in enumerate(np.atleast_1d(ind).ravel().tolist()):
        a[np.unravel_index(place % a.size, a.shape)] = values[k % values.size]


def putmask(a, mask, values):
    """Write where the mask holds; few values are repeated."""
    values = np.atleast_1d(values)
    for place in np.flatnonzero(np.asarray(mask)).tolist():
        a[np.unravel_index(place, a.shape)] = values[place % values.size]


def copyto(dst, src, where=True):
    """Write one array into another."""
    dst[...] = np.where(where, src, dst)


def compress(condition, a, axis=None):
    """The rows where the condition holds."""
    a = np.ravel(a) if axis is None else np.asarray(a)
    return np.take(a, np.flatnonzero(np.asarray(condition)), axis=0 if axis is None else axis)


def choose(a, choices):
    """Cell by cell from the choice of that number."""
    a = np.asarray(a)
    chosen = np.zeros(a.shape, dtype=np.asarray(choices[0]).dtype)
    for number, choice in enumerate(choices):
        chosen = np.where(a == number, choice, chosen)
    return chosen


def piecewise(x, condlist, funclist):
    """Numbers or functions by condition; a last one for the rest."""
    x = np.asarray(x)
    result, rest = np.zeros_like(x), np.ones(x.shape, dtype=bool)
    conditions = [np.asarray(condition) for condition in condlist]
    for condition in conditions:
        rest = rest & ~condition
    for condition, function in zip(conditions + [rest], funclist):
        result[condition] = function(x[condition]) if callable(function) else function
    return result


# --- without NaN ---


def _seen(a, fill):
    """NaN as another number."""
    a = np.asarray(a)
    return np.where(np.isnan(a), fill, a)


def nanargmax(a, axis=None):
    """Where the largest number stands."""
    return np.argmax(_seen(a, -np.inf), axis)


def nanargmin(a, axis=None):
    """Where the smallest number stands."""
    return np.argmin(_seen(a, np.inf), axis)


def nanmedian(a, axis=None):
    """The middle of the numbers."""
    a = np.asarray(a)
    return np.median(a[~np.isnan(a)]) if axis is None else \
        np.apply_along_axis(lambda row: np.median(row[~np.isnan(row)]), axis, a)


def nanvar(a, ddof=0):
    """The variance of the numbers."""
    a = np.asarray(a)
    return np.var(a[~np.isnan(a)], ddof=ddof)


def nancumsum(a, axis=None):
    """The running sum; NaN counts as 0."""
    return np.cumsum(_seen(a, 0), axis)


def nancumprod(a, axis=None):
    """The running product; NaN counts as 1."""
    return np.cumprod(_seen(a, 1), axis)


def nanprod(a, axis=None):
    """The product; NaN counts as 1."""
    return np.prod(_seen(a, 1), axis)


def nanquantile(a, q, axis=None):
    """The quantile of the numbers."""
    def of_known(row):
        known = row[~np.isnan(row)]
        return np.quantile(known, q) if known.size > 0 else np.full(np.shape(q), np.nan)[()]
    a = np.asarray(a)
    return of_known(np.ravel(a)) if axis is None else np.apply_along_axis(of_known, axis, a)


def nanpercentile(a, q, axis=None):
    """The percentile of the numbers."""
    return nanquantile(a, np.true_divide(q, 100), axis)


# --- numbers ---


def logaddexp2(x1, x2):
    """log2(2 ** x1 + 2 ** x2)"""
    large, small = np.maximum(x1, x2), np.minimum(x1, x2)
    return large + np.log2(1 + np.exp2(small - large))


def frexp(x):
    """x = mantissa * 2 ** exponent"""
    x = np.asarray(x, dtype=float)
    pairs = [math.frexp(one) for one in x.ravel().tolist()]
    return (np.array([m for m, _ in pairs]).reshape(x.shape),
            np.array([e for _, e in pairs], dtype=np.int32).reshape(x.shape))


def _each(function, *values):
    """A function of whole numbers, cell by cell."""
    arrays = np.broadcast_arrays(*[np.asarray(value) for value in values])
    cells = [function(*row) for row in zip(*[array.ravel().tolist() for array in arrays])]
    return np.array(cells).reshape(arrays[0].shape) if arrays[0].ndim else np.int64(cells[0])


def gcd(x1, x2):
    """The greatest common divisor."""
    return _each(math.gcd, x1, x2)


def lcm(x1, x2):
    """The least common multiple."""
    return _each(math.lcm, x1, x2)


def ldexp(x1, x2):
    """x1 * 2 ** x2"""
    return np.asarray(x1) * 2.0 ** np.asarray(x2)


def arcsinh(x):
    """The number with that hyperbolic sine."""
    return np.vectorize(math.asinh)(x) if np.ndim(x) else np.float64(math.asinh(x))


def arccosh(x):
    """The number with that hyperbolic cosine."""
    return np.vectorize(math.acosh)(x) if np.ndim(x) else np.float64(math.acosh(x))


def arctanh(x):
    """The number with that hyperbolic tangent."""
    return np.vectorize(math.atanh)(x) if np.ndim(x) else np.float64(math.atanh(x))


def real(val):
    """The real part."""
    a = np.asarray(val)
    return a if type(a) is np.ndarray else a.real


def imag(val):
    """The imaginary part."""
    a = np.asarray(val)
    return np.zeros_like(a) if type(a) is np.ndarray else a.imag


def conj(x):
    """The conjugate; of a real number it is the number."""
    a = np.asarray(x)
    return a.copy() if type(a) is np.ndarray else a.conj()


def angle(z, deg=False):
    """The angle of complex numbers."""
    a = np.asarray(z)
    a = np.arctan2(np.zeros_like(a), a) if type(a) is np.ndarray else \
        a._map(lambda one: math.atan2(one.imag, one.real), float)
    return a * 180 / np.pi if deg else a[()] if type(a) is np.ndarray else a


def iscomplex(x):
    """Has it an imaginary part?"""
    a = np.asarray(x)
    return np.zeros(a.shape, dtype=bool) if type(a) is np.ndarray else a.imag != 0


def iscomplexobj(x):
    """Is it of a complex type?"""
    return np.asarray(x).dtype.kind == "c"


def isrealobj(x):
    """Is it of a real type?"""
    return not iscomplexobj(x)


unicode_, complex_, cdouble = str, complex, complex


def sort_complex(a):
    """In order, as complex numbers."""
    return np.sort(np.asarray(a)).astype(complex)


conjugate = conj


def isposinf(x):
    """Is it infinity?"""
    return np.asarray(x) == np.inf


def isneginf(x):
    """Is it minus infinity?"""
    return np.asarray(x) == -np.inf


def binary_repr(num, width=None):
    """A whole number in binary; negative ones with a width as two's complement."""
    if num < 0 and width is not None:
        return format((1 << width) + num, "b")
    return ("-" if num < 0 else "") + format(abs(num), "b").rjust(width or 0, "0")


def base_repr(number, base=2, padding=0):
    """A whole number in another base."""
    digits, rest = "", abs(int(number))
    while rest:
        digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[rest % base] + digits
        rest //= base
    digits = "0" * padding + (digits or ("0" if not padding else ""))
    return "-" + digits if number < 0 else digits


# --- arrays ---


def setxor1d(ar1, ar2):
    """What is in one of the two only."""
    return np.sort(np.concatenate([np.setdiff1d(ar1, ar2), np.setdiff1d(ar2, ar1)]))


def trim_zeros(filt, trim="fb"):
    """Without the zeros at the ends."""
    places = np.flatnonzero(np.asarray(filt)).tolist()
    if not places:
        return filt[:0]
    first = places[0] if "f" in trim.lower() else 0
    last = places[-1] + 1 if "b" in trim.lower() else len(filt)
    return filt[first:last]


def block(arrays):
    """An array from rows of blocks."""
    if not isinstance(arrays, list):
        return np.asarray(arrays)
    if not isinstance(arrays[0], list):
        return np.concatenate([np.atleast_1d(part) for part in arrays], axis=-1)
    return np.concatenate([np.atleast_2d(block(row)) for row in arrays], axis=0)


def msort(a):
    """In order along the first axis."""
    return np.sort(a, axis=0)


def histogram2d(x, y, bins=10, range=None):
    """How many points lie in each cell of a grid."""
    counts = [bins, bins] if isinstance(bins, int) else list(bins)
    edges = [np.histogram(v, b, None if range is None else range[k])[1]
             for k, (v, b) in enumerate(zip((x, y), counts))]
    at = []
    for v, edge in zip((x, y), edges):
        v = np.asarray(v, dtype=float)
        place = np.searchsorted(edge, v, side="right") - 1
        at.append(np.where(v == edge[-1], edge.size - 2, place))
    found = np.zeros((edges[0].size - 1, edges[1].size - 1))
    for i, j in zip(at[0].tolist(), at[1].tolist()):
        if 0 <= i < found.shape[0] and 0 <= j < found.shape[1]:
            found[i, j] += 1
    return found, edges[0], edges[1]


def _storage(a):
    """The storage of an array, and its places in it."""
    t = torch.from_numpy(a)
    places = {t.storage_offset()}
    for size, stride in zip(t.shape, t.stride()):
        places = {place + k * stride for place in places for k in range(size)}
    return t.storage().data_ptr(), places


def shares_memory(a, b):
    """Have they a cell in common?"""
    (first, mine), (second, others) = _storage(np.asarray(a)), _storage(np.asarray(b))
    return first == second and bool(mine & others)


def may_share_memory(a, b):
    """Are they views of one storage?"""
    return np.shares_memory(a, b)


def apply_over_axes(func, a, axes):
    """func along each of the axes, which stay."""
    a = np.asarray(a)
    for axis in [axes] if isinstance(axes, int) else axes:
        found = func(a, axis)
        a = np.expand_dims(found, axis) if found.ndim < a.ndim else found
    return a


def frompyfunc(func, nin, nout):
    """A function of arrays from one of numbers."""
    return np.vectorize(func)


def can_cast(from_, to, casting="safe"):
    """Would a value keep all it has?"""
    from_, to = np.dtype(from_), np.dtype(to)
    order = "biufc"
    if casting == "unsafe":
        return True
    if casting == "same_kind" and order.index(from_.kind) <= order.index(to.kind):
        return True
    return np.result_type(from_, to) == to


def promote_types(type1, type2):
    """The type that holds both."""
    return np.result_type(np.dtype(type1), np.dtype(type2))


class nditer:
    """The cells of arrays side by side, as arrays without axes that share the cells."""

    def __init__(self, op, flags=(), op_flags=None, op_dtypes=None, order="K", casting="safe"):
        self._several = isinstance(op, (list, tuple))
        given = list(op) if self._several else [op]
        arrays = [None if one is None else np.asarray(one) for one in given]
        there = [one for one in arrays if one is not None]
        self.shape = np.broadcast_shapes(*[one.shape for one in there])
        self.ndim, self._flags = len(self.shape), flags
        self.operands = tuple(np.zeros(self.shape, np.result_type(*there)) if one is None else one for one in arrays)
        self.itersize = 1
        for size in self.shape:
            self.itersize *= size
        axes = list(range(self.ndim))
        first = self.operands[0]
        if order == "K" and first.ndim == self.ndim:
            axes.sort(key=lambda axis: -abs(first.strides[axis]))
        elif order == "F":
            axes.reverse()
        self._axes = axes  # the last one runs fastest
        self.reset()

    def reset(self):
        self._at = 0
        self.finished = self.itersize == 0

    def _chunked(self):
        return "external_loop" in self._flags and self.ndim > 0

    def _chunk_axes(self):
        """Behind which axis cells lie evenly, so that they make one chunk."""
        one, axes = self.operands[0], list(self._axes)
        count = 1
        while len(axes) > count and len(self.operands) == 1 and \
                one.strides[axes[-count - 1]] == one.strides[axes[-count]] * self.shape[axes[-count]]:
            count += 1
        return count

    def _place(self):
        place, rest = [0] * self.ndim, self._at
        for axis in reversed(self._axes):
            place[axis] = rest % self.shape[axis]
            rest //= self.shape[axis]
        return place

    @property
    def multi_index(self):
        return tuple(self._place())

    @property
    def index(self):
        at = 0
        order = range(self.ndim) if "f_index" not in self._flags else reversed(range(self.ndim))
        place = self._place()
        for axis in order:
            at = at * self.shape[axis] + place[axis]
        return at

    def __getitem__(self, which):
        one, place = self.operands[which], self._place()
        if self._chunked():
            inner = self._axes[-self._chunk_axes():]
            key = tuple(slice(None) if axis in inner else place[axis] for axis in range(self.ndim))
            part = one[key]
            return part.transpose(sorted(range(len(inner)), key=lambda k: self._axes.index(sorted(inner)[k]))).reshape(-1)
        own = place[self.ndim - one.ndim:]
        return one[tuple(at if size > 1 else 0 for at, size in zip(own, one.shape)) + (...,)]

    @property
    def value(self):
        return tuple(self[k] for k in range(len(self.operands))) if self._several else self[0]

    def iternext(self):
        step = 1
        if self._chunked():
            for axis in self._axes[-self._chunk_axes():]:
                step *= self.shape[axis]
        self._at += step
        self.finished = self._at >= self.itersize
        return not self.finished

    def __iter__(self):
        while not self.finished:
            yield self.value
            self.iternext()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False


def geterr():
    """What is done about errors of numbers."""
    return {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}


# --- methods of arrays ---


class _Flags:
    """Where the cells of an array lie."""

    def __init__(self, a):
        self.c_contiguous = torch.from_numpy(a).is_contiguous()
        self.f_contiguous = torch.from_numpy(a.T).is_contiguous()
        self.contiguous, self.writeable, self.aligned = self.c_contiguous, True, True
        self.owndata, self.writebackifcopy = a.base is None, False

    def __getitem__(self, name):
        return getattr(self, {"C": "C_CONTIGUOUS", "F": "F_CONTIGUOUS"}.get(name, name).lower())

    def __repr__(self):
        names = ("C_CONTIGUOUS", "F_CONTIGUOUS", "OWNDATA", "WRITEABLE", "ALIGNED", "WRITEBACKIFCOPY")
        return "".join([f"  {name} : {self[name]}\n" for name in names])


array_flags = _Flags
array_choose, array_compress, array_put = choose, lambda a, condition, axis=None: compress(condition, a, axis), put
array_conj = array_conjugate = lambda a: a.copy()
array_argpartition = lambda a, kth, axis=-1: np.argpartition(a, kth, axis)
array_ptp = lambda a, axis=None: np.ptp(a, axis)


def array_partition(a, kth, axis=-1):
    """In place, as np.partition orders it."""
    a[...] = np.partition(a, kth, axis)


def array_itemset(a, *args):
    """a[place] = the last argument"""
    place = args[0] if len(args) == 2 else tuple(args[:-1])
    if isinstance(place, int):
        if not -a.size <= place < a.size:
            raise IndexError(f"index {place} is out of bounds for axis 0 with size {a.size}")
        place = np.unravel_index(place % a.size, a.shape)
    a[place] = args[-1]


def array_view(a, dtype=None):
    """The same cells."""
    if dtype is not None and np.dtype(dtype) != a.dtype:
        from torch._C import _unsupported
        _unsupported("ndarray.view with another type")
    return a[...]


class broadcast:
    """The shape to which arrays broadcast."""

    def __init__(self, *arrays):
        self.shape = np.broadcast_shapes(*[np.shape(one) for one in arrays])
        self.ndim, self.size = len(self.shape), int(np.prod(self.shape))
        self.nd = self.ndim


def diag_indices_from(arr):
    """The indices of the diagonal."""
    return np.diag_indices(arr.shape[0], arr.ndim)


# --- polynomials: the coefficient of the highest power first ---


def polyfit(x, y, deg):
    """The polynomial that is nearest to the points."""
    powers = vander(np.asarray(x, dtype=float), deg + 1)
    scale = np.sqrt((powers * powers).sum(axis=0))
    return np.linalg.lstsq(powers / scale, np.asarray(y, dtype=float), rcond=None)[0] / scale


def polyadd(a1, a2):
    """The sum of two polynomials."""
    a1, a2 = np.atleast_1d(a1), np.atleast_1d(a2)
    size = max(a1.size, a2.size)
    return np.pad(a1, (size - a1.size, 0)) + np.pad(a2, (size - a2.size, 0))


def polymul(a1, a2):
    """The product of two polynomials."""
    return np.convolve(a1, a2)


def polysub(a1, a2):
    """The difference of two polynomials."""
    return polyadd(a1, -np.atleast_1d(a2))


def polydiv(u, v):
    """Quotient and rest."""
    u, v = np.atleast_1d(u) + 0.0, np.atleast_1d(v) + 0.0
    steps, rest = max(u.size - v.size + 1, 1), u.copy()
    found = np.zeros(steps)
    for k in range(u.size - v.size + 1):
        found[k] = rest[k] / v[0]
        rest[k:k + v.size] -= found[k] * v
    while rest.size > 1 and abs(rest[0]) < 1e-14:
        rest = rest[1:]
    return found, rest


def polyint(p, m=1, k=0):
    """The integral."""
    p = np.asarray(p)
    return np.concatenate([p / np.arange(p.size, 0, -1), [k]])


def poly(seq_of_zeros):
    """The polynomial with these zeros."""
    found = np.ones(1)
    for zero in np.atleast_1d(seq_of_zeros).tolist():
        found = np.convolve(found, np.array([1.0, -zero]))
    return found


def roots(p):
    """Where a polynomial is 0."""
    p = np.atleast_1d(p)
    places = np.flatnonzero(p)
    if not places.size:
        return np.array([])
    zeros = p.size - int(places[-1]) - 1
    p = p[int(places[0]):int(places[-1]) + 1].astype(float)
    if p.size < 2:
        return np.zeros(zeros)
    companion = np.diag(np.ones(p.size - 2), -1)
    companion[0, :] = -p[1:] / p[0]
    found = np.linalg.eigvals(companion)
    return np.concatenate([found, np.zeros(zeros)]) if zeros else found


def polyder(p):
    """The derivative."""
    p = np.asarray(p)
    return p[:-1] * np.arange(p.size - 1, 0, -1)


def vander(x, N=None, increasing=False):
    """The powers of each number as a row."""
    x = np.asarray(x)
    count = x.size if N is None else N
    powers = np.stack([x ** k for k in range(count)], axis=1)
    return powers if increasing else powers[:, ::-1]


class poly1d:
    """A polynomial that can be called."""

    def __init__(self, c_or_r):
        self.coeffs = np.trim_zeros(np.atleast_1d(c_or_r), "f")

    coef = c = property(lambda self: self.coeffs)
    order = o = property(lambda self: self.coeffs.size - 1)

    roots = r = property(lambda self: roots(self.coeffs))

    def __call__(self, val):
        return np.polyval(self.coeffs, val)

    def __len__(self):
        return self.order

    def __getitem__(self, power):
        return self.coeffs[self.order - power] if 0 <= power <= self.order else 0

    def __repr__(self):
        return "poly1d(" + repr(self.coeffs)[6:]

    def __str__(self):
        """Powers on a line of their own, above the terms."""
        words = []
        for k, c in enumerate(self.coeffs.tolist()):
            power, size = self.order - k, f"{abs(c):.4g}"
            if c == 0 and self.order:
                continue
            term = size if power == 0 else size + " x"
            words.append(((" - " if c < 0 else " + ") if words else "-" if c < 0 else "", term, power))
        top = bottom = ""
        for sign, term, power in words:
            bottom += sign + term
            if power > 1:
                top = top.ljust(len(bottom)) + str(power)
        return (top if top else " ") + "\n" + bottom

    def deriv(self, m=1):
        """The derivative."""
        found = self
        for _ in range(m):
            found = poly1d(polyder(found.coeffs))
        return found

    def integ(self, m=1, k=0):
        """The integral."""
        return poly1d(polyint(self.coeffs, 1, k))

    def _with(self, other, function):
        return poly1d(function(self.coeffs, other.coeffs if isinstance(other, poly1d) else other))

    def __add__(self, other):
        return self._with(other, polyadd)

    def __sub__(self, other):
        return self._with(other, polysub)

    def __mul__(self, other):
        return self._with(other, polymul)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self):
        return poly1d(-self.coeffs)

    def __eq__(self, other):
        return np.array_equal(self.coeffs, other.coeffs)


# --- windows ---


def _window(M, *weights):
    """A sum of cosines over M places."""
    if M < 2:
        return np.ones(max(M, 0))
    place = np.arange(1 - M, M, 2)
    return sum([weight * np.cos(k * np.pi * place / (M - 1)) for k, weight in enumerate(weights) if k],
               np.full(M, weights[0]))


def hanning(M):
    """Hann's window."""
    return _window(M, 0.5, 0.5)


def hamming(M):
    """Hamming's window."""
    return _window(M, 0.54, 0.46)


def blackman(M):
    """Blackman's window."""
    return _window(M, 0.42, 0.5, 0.08)
