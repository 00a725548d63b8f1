# Holds functions of numpy that are composed of others and called now and then: read when the first of them is
# called.

import math
import numpy as np


# --- along an axis ---


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    """func1d of every line along axis; what it gives stands in the place of the line."""
    arr = np.asanyarray(arr)
    axis = axis % arr.ndim
    moved = np.moveaxis(arr, axis, -1)
    rows = moved.reshape(-1, moved.shape[-1])
    made = [np.asanyarray(func1d(row, *args, **kwargs)) for row in rows]
    if not made:
        raise ValueError("Cannot apply_along_axis when any iteration dimensions are 0")
    inner = made[0].shape
    whole = np.array(made).reshape(moved.shape[:-1] + inner)
    for k in range(len(inner)):
        whole = np.moveaxis(whole, moved.ndim - 1 + k, axis + k)
    return whole


def gradient(f, *varargs, axis=None, edge_order=1):
    """Differences of neighbours, over two steps inside and one at the ends; a list if f has several axes."""
    f = np.asanyarray(f)
    axes = range(f.ndim) if axis is None else [k % f.ndim for k in (axis if isinstance(axis, tuple) else (axis,))]
    if not varargs:
        steps = [1.0] * len(axes)
    elif len(varargs) == 1 and np.ndim(varargs[0]) == 0:
        steps = list(varargs) * len(axes)
    elif len(varargs) == len(axes):
        steps = list(varargs)
    else:
        raise TypeError("invalid number of arguments")
    if f.dtype.kind in "iub":
        f = f.astype(float)
    made = [_slope(f, step, at, edge_order) for step, at in zip(steps, axes)]
    return made[0] if len(made) == 1 else made


def _slope(f, step, axis, edge_order):
    f = np.moveaxis(f, axis, 0)
    if len(f) < edge_order + 1:
        raise ValueError("Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) "
                         "elements are required.")
    out = np.empty_like(f)
    if np.ndim(step) == 0:
        out[1:-1] = (f[2:] - f[:-2]) / (2.0 * step)
        first = last = step
        before, after = (-1.5 / step, 2.0 / step, -0.5 / step), (0.5 / step, -2.0 / step, 1.5 / step)
    else:
        d = np.diff(np.asanyarray(step)).astype(float)
        if len(d) + 1 != len(f):
            raise ValueError("when 1d, distances must match the length of the corresponding dimension")
        if (d == d[0]).all():
            return np.moveaxis(_slope(f, d[0], 0, edge_order), 0, axis)
        one, two = d[:-1], d[1:]
        shape = (-1,) + (1,) * (f.ndim - 1)
        a, b, c = -two / (one * (one + two)), (two - one) / (one * two), one / (two * (one + two))
        out[1:-1] = a.reshape(shape) * f[:-2] + b.reshape(shape) * f[1:-1] + c.reshape(shape) * f[2:]
        first, last = d[0], d[-1]
        if edge_order == 2:
            x, y = d[0], d[1]
            before = (-(2.0 * x + y) / (x * (x + y)), (x + y) / (x * y), -x / (y * (x + y)))
            x, y = d[-2], d[-1]
            after = (y / (x * (x + y)), -(y + x) / (x * y), (2.0 * y + x) / (y * (x + y)))
    if edge_order == 1:
        out[0], out[-1] = (f[1] - f[0]) / first, (f[-1] - f[-2]) / last
    else:
        out[0] = before[0] * f[0] + before[1] * f[1] + before[2] * f[2]
        out[-1] = after[0] * f[-3] + after[1] * f[-2] + after[2] * f[-1]
    return np.moveaxis(out, 0, axis)


def put_along_axis(arr, indices, values, axis):
    if axis is None:
        np.put(arr, indices, values)
        return
    places = [np.arange(n).reshape((-1,) + (1,) * (arr.ndim - 1 - k)) for k, n in enumerate(arr.shape)]
    places[axis] = indices
    arr[tuple(places)] = values


def put(a, ind, v, mode="raise"):
    if not a.flags.writeable:
        raise ValueError("put: output array is read-only")
    at, values = np.ravel(ind), np.ravel(v)
    for k in range(at.size):
        a[np.unravel_index(int(at[k]) % a.size, a.shape)] = values[k % values.size]


def rot90(m, k=1, axes=(0, 1)):
    m, k = np.asanyarray(m), k % 4
    if k == 0:
        return m[:]
    if k == 2:
        return np.flip(np.flip(m, axes[0]), axes[1])
    order = list(range(m.ndim))
    order[axes[0]], order[axes[1]] = order[axes[1]], order[axes[0]]
    return np.transpose(np.flip(m, axes[1]), order) if k == 1 else np.flip(np.transpose(m, order), axes[1])


def rollaxis(a, axis, start=0):
    axis, start = axis % a.ndim, start + a.ndim if start < 0 else start
    return np.moveaxis(a, axis, start - 1 if axis < start else start)


def compress(condition, a, axis=None, out=None):
    at = np.flatnonzero(np.asarray(condition))
    return np.take(np.ravel(a) if axis is None else a, at, 0 if axis is None else axis)


def extract(condition, arr):
    return np.ravel(arr)[np.flatnonzero(np.ravel(condition))]


def choose(a, choices, out=None, mode="raise"):
    parts = np.broadcast_arrays(np.asarray(a), *choices)
    made = np.array(parts[1])
    for k, choice in enumerate(parts[2:], 1):
        made = np.where(parts[0] == k, choice, made)
    return made


def lexsort(keys, axis=-1):
    """Places in the order of the last key, then of the one before it."""
    keys = [np.asarray(key) for key in keys]
    order = np.arange(len(keys[0]))
    for key in keys:
        order = order[np.argsort(key[order], kind="stable")]
    return order


# --- signals and curves ---


def interp(x, xp, fp, left=None, right=None, period=None):
    """On the lines between the points (xp, fp)."""
    xp, fp, x = np.asarray(xp, dtype=float), np.asarray(fp, dtype=float), np.asarray(x, dtype=float)
    if period is not None:
        x, xp = x % abs(period), xp % abs(period)
        order = np.argsort(xp)
        xp, fp = xp[order], fp[order]
        xp = np.concatenate((xp[-1:] - abs(period), xp, xp[:1] + abs(period)))
        fp = np.concatenate((fp[-1:], fp, fp[:1]))
    if not xp.size:
        raise ValueError("array of sample points is empty")
    if xp.size != fp.size:
        raise ValueError("fp and xp are not of the same length.")
    at = np.clip(np.searchsorted(xp, x, side="right") - 1, 0, max(xp.size - 2, 0))
    if xp.size == 1:
        made = np.full(x.shape, fp[0])
    else:
        made = (fp[at + 1] - fp[at]) / (xp[at + 1] - xp[at]) * (x - xp[at]) + fp[at]
        made = np.where(x == xp[at], fp[at], made)
    made = np.where(x < xp[0], fp[0] if left is None else left, made)
    made = np.where(x > xp[-1], fp[-1] if right is None else right, np.where(x == xp[-1], fp[-1], made))
    made = np.where(np.isnan(x), x, made)
    return made[()] if made.ndim == 0 else made


def correlate(a, v, mode="valid"):
    """Sums of products, v shifted along a."""
    a, v = np.asarray(a), np.asarray(v)
    if not a.size or not v.size:
        raise ValueError("first array argument cannot be empty" if not a.size else "second array argument cannot be empty")
    swapped = len(a) < len(v)
    if swapped:
        a, v = v, a
    n, m = len(a), len(v)
    first, count = {"valid": (m - 1, n - m + 1), "same": (m - 1 - m // 2, n),
                    "full": (0, n + m - 1)}[mode]
    made = []
    for k in range(first, first + count):
        low, high = max(0, k - m + 1), min(n, k + 1)
        made.append(np.dot(a[low:high], v[low - k + m - 1:high - k + m - 1]))
    made = np.array(made)
    return made[::-1].copy() if swapped else made


def convolve(a, v, mode="full"):
    """Sums of products, v turned round and shifted along a."""
    a, v = np.array(a, ndmin=1), np.array(v, ndmin=1)
    if len(v) > len(a):
        a, v = v, a
    if not len(a):
        raise ValueError("a cannot be empty")
    if not len(v):
        raise ValueError("v cannot be empty")
    return correlate(a, v[::-1], mode)


def _window(M, terms):
    if M < 1:
        return np.array([])
    if M == 1:
        return np.ones(1)
    n = np.arange(1 - M, M, 2)
    return terms(np.pi * n / (M - 1), n)


def hanning(M):
    return _window(M, lambda turn, n: 0.5 + 0.5 * np.cos(turn))


def hamming(M):
    return _window(M, lambda turn, n: 0.54 + 0.46 * np.cos(turn))


def blackman(M):
    return _window(M, lambda turn, n: 0.42 + 0.5 * np.cos(turn) + 0.08 * np.cos(2.0 * turn))


def bartlett(M):
    return _window(M, lambda turn, n: np.where(n <= 0, 1 + n / (M - 1), 1 - n / (M - 1)))


def sinc(x):
    turn = np.pi * np.where(np.asanyarray(x) == 0, 1.0e-20, x)
    return np.sin(turn) / turn


def polyval(p, x):
    made = np.zeros_like(np.asanyarray(x))
    for one in np.asarray(p):
        made = made * x + one
    return made


def vander(x, N=None, increasing=False):
    x = np.asarray(x)
    powers = np.arange(len(x) if N is None else N)
    return x.reshape(-1, 1) ** (powers if increasing else powers[::-1])


def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    """The coefficients, the highest power first, of least squares."""
    x, y = np.asarray(x) + 0.0, np.asarray(y) + 0.0
    lhs, rhs = vander(x, deg + 1), y
    if w is not None:
        w = np.asarray(w) + 0.0
        lhs, rhs = lhs * w.reshape(-1, 1), (rhs.T * w).T
    scale = np.sqrt((lhs * lhs).sum(0))
    made = np.linalg.lstsq(lhs / scale, rhs, rcond=len(x) * np.finfo(x.dtype).eps if rcond is None else rcond)[0]
    return (made.T / scale).T


def polyder(p, m=1):
    p = np.asarray(p)
    for _ in range(m):
        p = p[:-1] * np.arange(len(p) - 1, 0, -1)
    return p


def polyint(p, m=1, k=None):
    p = np.asarray(p)
    for _ in range(m):
        p = np.concatenate((p / np.arange(len(p), 0, -1), [0.0]))
    return p


def polyadd(a1, a2):
    a1, a2 = np.atleast_1d(a1), np.atleast_1d(a2)
    size = max(len(a1), len(a2))
    return np.concatenate((np.zeros(size - len(a1), a1.dtype), a1)) + np.concatenate((np.zeros(size - len(a2), a2.dtype), a2))


def polymul(a1, a2):
    return convolve(a1, a2)


def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
    """Numbers with the same ratio between neighbours."""
    if start == 0 or stop == 0:
        raise ValueError("Geometric sequence cannot include zero")
    sign = -1.0 if start < 0 and stop < 0 else 1.0
    low, high = sign * float(start), sign * float(stop)
    made = np.logspace(np.log10(low), np.log10(high), num=num, endpoint=endpoint, base=10.0)
    if num > 0:
        made[0] = low
        if num > 1 and endpoint:
            made[-1] = high
    made = sign * made
    return made if dtype is None else made.astype(dtype)


# --- products and grids ---


def kron(a, b):
    """Each cell of a times the whole of b."""
    a, b = np.asanyarray(a), np.asanyarray(b)
    ndim = max(a.ndim, b.ndim)
    sa, sb = (1,) * (ndim - a.ndim) + a.shape, (1,) * (ndim - b.ndim) + b.shape
    made = a.reshape([n for size in sa for n in (size, 1)]) * b.reshape([n for size in sb for n in (1, size)])
    return made.reshape([x * y for x, y in zip(sa, sb)])


def ix_(*args):
    """Places of the rows and columns that are named, as indices that meet in a grid."""
    made = []
    for k, one in enumerate(args):
        one = np.asarray(one)
        if one.ndim != 1:
            raise ValueError("Cross index must be 1 dimensional")
        if not one.size:
            one = one.astype(int)
        if one.dtype == bool:
            one = np.flatnonzero(one)
        made.append(one.reshape((1,) * k + (one.size,) + (1,) * (len(args) - k - 1)))
    return tuple(made)


class ndenumerate:
    """Places and cells, row by row."""

    def __init__(self, arr):
        self._arr = np.asarray(arr)
        self._places = iter(np.ndindex(*self._arr.shape))

    def __iter__(self):
        return self

    def __next__(self):
        place = next(self._places)
        return place, self._arr[place]


def mask_indices(n, mask_func, k=0):
    return np.nonzero(mask_func(np.ones((n, n), int), k) != 0)


def diag_indices_from(arr):
    return np.diag_indices(arr.shape[0], arr.ndim)


def histogram_bin_edges(a, bins=10, range=None, weights=None):
    return np.histogram(a, bins, range)[1]


def histogram2d(x, y, bins=10, range=None, density=None, weights=None):
    """How many points fall into each field; and the edges of both axes."""
    both = bins if isinstance(bins, (list, tuple)) and len(bins) == 2 else (bins, bins)
    x, y = np.asarray(x), np.asarray(y)
    ex = np.histogram(x, both[0], None if range is None else range[0])[1]
    ey = np.histogram(y, both[1], None if range is None else range[1])[1]
    made = np.zeros((len(ex) - 1, len(ey) - 1))
    weights = np.ones(len(x)) if weights is None else np.asarray(weights)
    at_x = np.where(x == ex[-1], len(ex) - 2, np.searchsorted(ex, x, side="right") - 1)
    at_y = np.where(y == ey[-1], len(ey) - 2, np.searchsorted(ey, y, side="right") - 1)
    for i, j, weight in zip(at_x.tolist(), at_y.tolist(), weights.tolist()):
        if 0 <= i < len(ex) - 1 and 0 <= j < len(ey) - 1:
            made[i, j] += weight
    if density:
        made = made / np.diff(ex).reshape(-1, 1) / np.diff(ey) / made.sum()
    return made, ex, ey


def ravel_multi_index(multi_index, dims, mode="raise", order="C"):
    place = 0
    for at, size in zip(multi_index, dims):
        at = np.asarray(at)
        if mode == "raise" and bool(np.any((at < 0) | (at >= size))):
            raise ValueError("invalid entry in coordinates array")
        place = place * size + at
    return place


# --- without nan ---


def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    a = np.asarray(a)
    there = ~np.isnan(a)
    n = there.sum(axis, keepdims=True)
    mean = np.where(there, a, 0).sum(axis, keepdims=True) / n
    apart = np.where(there, a - mean, 0)
    return (apart * apart).sum(axis, keepdims=keepdims) / (there.sum(axis, keepdims=keepdims) - ddof)


def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    return np.sqrt(nanvar(a, axis, ddof=ddof, keepdims=keepdims))


def nanprod(a, axis=None, dtype=None, out=None, keepdims=False):
    return np.prod(np.where(np.isnan(a), 1, a), axis, keepdims=keepdims)


def nancumsum(a, axis=None, dtype=None, out=None):
    return np.cumsum(np.where(np.isnan(a), 0, a), axis)


def nanargmin(a, axis=None):
    a = np.asarray(a)
    if np.isnan(a).all(axis).any():
        raise ValueError("All-NaN slice encountered")
    return np.argmin(np.where(np.isnan(a), np.inf, a), axis)


def _line_by_line(a, axis, function):
    a = np.asarray(a)
    if axis is None:
        return function(a[~np.isnan(a)])
    return apply_along_axis(lambda line: function(line[~np.isnan(line)]), axis, a)


def nanmedian(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    made = _line_by_line(a, axis, lambda line: np.median(line) if line.size else np.float64(math.nan))
    return np.expand_dims(made, axis) if keepdims and axis is not None else made


def nanquantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    made = _line_by_line(a, axis, lambda line: np.quantile(line, q, method=method))
    return np.moveaxis(made, axis, 0) if axis is not None and np.ndim(q) else made


def nanpercentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    return nanquantile(a, np.true_divide(q, 100), axis, method=method)


# --- cell by cell ---


def arcsinh(x):
    return _by_math(math.asinh, x)


def arccosh(x):
    return _by_math(lambda cell: math.acosh(cell) if cell >= 1 else math.nan, x)


def arctanh(x):
    return _by_math(lambda cell: math.atanh(cell) if abs(cell) < 1 else math.copysign(math.inf, cell)
                    if abs(cell) == 1 else math.nan, x)


def cbrt(x):
    return _by_math(math.cbrt, x)


def _by_math(function, x):
    x = np.asarray(x)
    kind = x.dtype if x.dtype.kind == "f" else np.float64
    made = np.array([function(cell) for cell in x.ravel().tolist()], dtype=kind).reshape(x.shape)
    return made[()]


def _of_two(function, x1, x2):
    x1, x2 = np.broadcast_arrays(np.asarray(x1), np.asarray(x2))
    made = [function(a, b) for a, b in zip(x1.ravel().tolist(), x2.ravel().tolist())]
    return np.array(made, dtype=np.result_type(x1, x2)).reshape(x1.shape)[()]


def gcd(x1, x2):
    return _of_two(math.gcd, x1, x2)


def lcm(x1, x2):
    return _of_two(math.lcm, x1, x2)


def copysign(x1, x2):
    x1, x2 = np.asarray(x1) * 1.0, np.asarray(x2)
    return np.where(signbit(x2), -np.abs(x1), np.abs(x1))[()]


def signbit(x):
    x = np.asarray(x) * 1.0
    return ((x < 0) | ((x == 0) & (1 / np.where(x == 0, x, 1.0) < 0)))[()]


def heaviside(x1, x2):
    x1 = np.asarray(x1)
    return np.where(np.isnan(x1), x1, np.where(x1 < 0, 0.0, np.where(x1 > 0, 1.0, x2)))[()]


def fmax(x1, x2):
    return np.where(np.isnan(x1), x2, np.where(np.isnan(x2), x1, np.maximum(x1, x2)))[()]


def fmin(x1, x2):
    return np.where(np.isnan(x1), x2, np.where(np.isnan(x2), x1, np.minimum(x1, x2)))[()]


def modf(x):
    x = np.asarray(x) * 1.0
    whole = np.trunc(x)
    return (x - whole)[()], whole[()]


def divmod(x1, x2):
    return np.floor_divide(x1, x2), np.remainder(x1, x2)


def isreal(x):
    return np.imag(x) == 0


def isposinf(x):
    return (np.asarray(x) == np.inf)[()]


def isneginf(x):
    return (np.asarray(x) == -np.inf)[()]


def conj(x):
    x = np.asarray(x)
    return x.conj() if np.iscomplexobj(x) else x[()]


conjugate = conj


# --- sets, parts, texts ---


def setxor1d(ar1, ar2, assume_unique=False):
    one, two = np.unique(ar1), np.unique(ar2)
    return np.sort(np.concatenate((one[~np.isin(one, two)], two[~np.isin(two, one)])))


def ediff1d(ary, to_end=None, to_begin=None):
    parts = [np.diff(np.ravel(ary))]
    parts += [] if to_end is None else [np.ravel(to_end)]
    return np.concatenate(([] if to_begin is None else [np.ravel(to_begin)]) + parts)


def trim_zeros(filt, trim="fb"):
    first, last = 0, len(filt)
    while "f" in trim.lower() and first < last and filt[first] == 0:
        first += 1
    while "b" in trim.lower() and last > first and filt[last - 1] == 0:
        last -= 1
    return filt[first:last]


def array_equiv(a1, a2):
    a1, a2 = np.asarray(a1), np.asarray(a2)
    try:
        return bool((a1 == a2).all())
    except (ValueError, AttributeError):
        return False


def iterable(y):
    try:
        iter(y)
    except TypeError:
        return False
    return True


def asfarray(a, dtype=float):
    a = np.asarray(a)
    return a if a.dtype.kind == "f" and dtype is float else a.astype(dtype)


def piecewise(x, condlist, funclist, *args, **kw):
    x = np.asarray(x)
    if isinstance(condlist, np.ndarray) and condlist.shape == x.shape:
        condlist = [condlist]
    conditions = [np.asarray(one, dtype=bool) for one in condlist]
    if len(funclist) == len(conditions) + 1:
        other = np.ones(x.shape, dtype=bool)
        for one in conditions:
            other = other & ~one
        conditions.append(other)
    made = np.zeros_like(x)
    for one, function in zip(conditions, funclist):
        made[one] = function(x[one], *args, **kw) if callable(function) else function
    return made


def binary_repr(num, width=None):
    if num < 0 and width is not None:
        num = (1 << width) + num
    text = bin(num).replace("0b", "")
    return text if width is None else text.zfill(width)


def base_repr(number, base=2, padding=0):
    digits, left, text = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", abs(number), ""
    while left:
        text, left = digits[left % base] + text, left // base
    return ("-" if number < 0 else "") + "0" * padding + (text or ("" if padding else "0"))


# --- blocks ---


def _block_place(at):
    return "arrays" + "".join([f"[{i}]" for i in at if i is not None])


def _first_block(arrays, at):
    """Where the first array stands in the lists, the last number None for an empty list; the most axes of one."""
    if isinstance(arrays, tuple):
        raise TypeError(f"{_block_place(at)} is a tuple. Only lists can be used to arrange blocks, and np.block does not "
                        "allow implicit conversion from tuple to ndarray.")
    if not isinstance(arrays, list):
        return at, np.ndim(arrays)
    if not arrays:
        return at + [None], 0
    first, most = _first_block(arrays[0], at + [0])
    for i in range(1, len(arrays)):
        place, ndim = _first_block(arrays[i], at + [i])
        most = max(most, ndim)
        if len(place) != len(first):
            raise ValueError(f"List depths are mismatched. First element was at depth {len(first)}, but there is an "
                             f"element at depth {len(place)} ({_block_place(place)})")
        first = place if place[-1] is None else first
    return first, most


def block(arrays):
    """Arrays in nested lists, joined along the last axis in the innermost ones, and so on outwards."""
    first, ndim = _first_block(arrays, [])
    if first and first[-1] is None:
        raise ValueError(f"List at {_block_place(first)} cannot be empty")
    depth = len(first)

    def joined(part, level):
        if level == depth:
            return np.array(part, ndmin=max(ndim, depth))
        return np.concatenate([joined(one, level + 1) for one in part], axis=level - depth)

    return joined(arrays, 0)
