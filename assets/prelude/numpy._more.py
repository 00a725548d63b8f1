# Functions of numpy that attention seldom needs: grids by slices, polynomials, windows, a few that skip
# NaN. The file is read when one of its names is first asked for.

import math
import numpy as np


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


r_, c_, s_ = _Rows(), _Columns(), _Key()


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


def nanmedian(a):
    """The middle of the numbers."""
    a = np.asarray(a)
    return np.median(a[~np.isnan(a)])


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


# --- numbers ---


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
    """The real part: numbers here have no other."""
    return np.asarray(val)


def imag(val):
    """The imaginary part: 0."""
    return np.zeros_like(np.asarray(val))


def conj(x):
    """The conjugate of a real number is the number."""
    return np.asarray(x).copy()


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

    def __call__(self, val):
        return np.polyval(self.coeffs, val)


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
