# numpy.fft: discrete Fourier transforms of lines, of complex or real numbers, by halves while the length is
# even and as sums else.

import math
import numpy as np
from torch._C import _unsupported


def _turn(k, n):
    """exp(-2 pi i k / n), exact where it is 1, -i, -1 or i."""
    k %= n
    if k * 4 % n == 0:
        return (1 + 0j, -1j, -1 + 0j, 1j)[k * 4 // n]
    return complex(math.cos(2 * math.pi * k / n), -math.sin(2 * math.pi * k / n))


def _line(x, turns, step):
    """The transform of a list of complex numbers; turns[k * step] is the k-th root for its length."""
    n = len(x)
    if n == 1:
        return list(x)
    if n % 2 == 0:
        even, odd = _line(x[0::2], turns, 2 * step), _line(x[1::2], turns, 2 * step)
        odd = [turns[k * step] * odd[k] for k in range(n // 2)]
        return [a + b for a, b in zip(even, odd)] + [a - b for a, b in zip(even, odd)]
    found = []
    for k in range(n):
        total = x[0]
        for j in range(1, n):
            total = total + x[j] * turns[(j * k % n) * step]
        found.append(total)
    return found


def _transform(x, inverse):
    """The transform of one list, or what it is the transform of."""
    n = len(x)
    turns = [_turn(k, n) for k in range(n)]
    if inverse:
        turns = [turn.conjugate() for turn in turns]
    return _line([complex(one) for one in x], turns, 1)


def _scale(n, norm, inverse):
    """By what a result is divided."""
    if norm == "ortho":
        return math.sqrt(n)
    return n if inverse == (norm != "forward") else 1


def _each(a, n, axis, norm, inverse):
    """Every line along an axis, cut or filled with 0 to n cells."""
    a = np.asarray(a)
    rows = np.array(a, dtype=complex) if type(a) is np.ndarray else a
    at = np.moveaxis(rows._at, axis, -1)
    n = at.shape[-1] if n is None else n
    if n < 1:
        raise ValueError(f"Invalid number of FFT data points ({n}) specified.")
    by, cells = _scale(n, norm, inverse), []
    for line in at.reshape(-1, at.shape[-1]).tolist():
        x = ([rows._cells[place] for place in line] + [0j] * n)[:n]
        cells += [one / by if by != 1 else one for one in _transform(x, inverse)]
    found = np.array(cells, dtype=complex).reshape(at.shape[:-1] + (n,))
    return found._view(np.moveaxis(found._at, -1, axis))


def fft(a, n=None, axis=-1, norm=None):
    """The transform of each line."""
    return _each(a, n, axis, norm, False)


def ifft(a, n=None, axis=-1, norm=None):
    """The lines of which a has the transforms."""
    return _each(a, n, axis, norm, True)


def _last(axis, ndim, part):
    """A key for a part of one axis."""
    return tuple([part if k == axis % ndim else slice(None) for k in range(ndim)])


def rfft(a, n=None, axis=-1, norm=None):
    """The first half of the transform of real lines; the other is its mirror."""
    found = fft(a, n, axis, norm)
    return found[_last(axis, found.ndim, slice(0, found.shape[axis] // 2 + 1))].copy()


def irfft(a, n=None, axis=-1, norm=None):
    """The real lines of which a has the first half of the transforms."""
    a = np.array(a, dtype=complex)
    if a.ndim != 1:
        _unsupported("np.fft.irfft of more than one line")
    half = a.tolist()
    n = 2 * (len(half) - 1) if n is None else n
    half = (half + [0j] * n)[:n // 2 + 1]
    whole = half + [one.conjugate() for one in half[1:(n + 1) // 2][::-1]]
    return ifft(np.array(whole, dtype=complex), None, -1, norm).real


def fft2(a, s=None, axes=(-2, -1), norm=None):
    """Over two axes."""
    for axis in reversed(axes):
        a = fft(a, None, axis, norm)
    return a


def ifft2(a, s=None, axes=(-2, -1), norm=None):
    """The inverse of fft2."""
    for axis in reversed(axes):
        a = ifft(a, None, axis, norm)
    return a


def fftn(a, s=None, axes=None, norm=None):
    """Over all axes."""
    return fft2(a, None, tuple(range(np.ndim(a))) if axes is None else axes, norm)


def fftfreq(n, d=1.0):
    """The frequency of each cell of a transform."""
    return np.concatenate([np.arange(0, (n - 1) // 2 + 1), np.arange(-(n // 2), 0)]) * (1.0 / (n * d))


def rfftfreq(n, d=1.0):
    """The frequency of each cell of rfft."""
    return np.arange(0, n // 2 + 1) * (1.0 / (n * d))


def _rolled(x, axes, sign):
    x = np.asarray(x)
    axes = range(x.ndim) if axes is None else [axes] if isinstance(axes, int) else axes
    for axis in axes:
        shift = x.shape[axis] // 2 if sign > 0 else -(x.shape[axis] // 2)
        x = np.roll(x, shift, axis) if type(x) is np.ndarray else x._view(np.roll(x._at, shift, axis))
    return x


def fftshift(x, axes=None):
    """Frequency 0 in the middle."""
    return _rolled(x, axes, 1)


def ifftshift(x, axes=None):
    """Frequency 0 at the front."""
    return _rolled(x, axes, -1)
