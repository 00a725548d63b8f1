# Computes Fourier transforms of arrays along an axis: numpy.fft.

import numpy as np
import _fft


def _parts(a):
    """Real and imaginary part, as float64."""
    a = np.asarray(a)
    if np.iscomplexobj(a):
        return np.asarray(a.real, dtype=np.float64), np.asarray(a.imag, dtype=np.float64)
    a = np.asarray(a, dtype=np.float64)
    return a, np.zeros_like(a)


def _joined(re, im):
    """An array of complex numbers."""
    cells = [complex(r, i) for r, i in zip(re.reshape(-1).tolist(), im.reshape(-1).tolist())]
    return np.array(cells).reshape(re.shape)


def _sized(x, n):
    """Rows cut to n cells, or filled with zeros."""
    if n < 1:
        raise ValueError(f"Invalid number of FFT data points ({n}) specified.")
    have = x.shape[-1]
    return x[..., :n] if n <= have else np.concatenate([x, np.zeros(x.shape[:-1] + (n - have,))], -1)


def _transform(parts, n, axis, norm, backward):
    """Both parts of the transform of both parts."""
    parts = [np.moveaxis(x, axis, -1) for x in parts]
    n = parts[0].shape[-1] if n is None else n
    re, im = (_sized(x, n) for x in parts)
    shape, factor = re.shape, _fft.scale(n, norm, backward)
    made = _fft.rows(re.reshape(-1, n), im.reshape(-1, n), 1.0 if backward else -1.0, np.array,
                     lambda xs: np.stack(xs, 1), np.transpose)
    return [np.moveaxis(x.reshape(shape) * factor if factor != 1.0 else x.reshape(shape), -1, axis) for x in made]


def fft(a, n=None, axis=-1, norm=None):
    """sum of a[j] exp(-2 pi i j k / n)"""
    return _joined(*_transform(_parts(a), n, axis, norm, False))


def ifft(a, n=None, axis=-1, norm=None):
    """What fft() turns into a."""
    return _joined(*_transform(_parts(a), n, axis, norm, True))


def _half(parts, axis):
    """The first n // 2 + 1 cells."""
    moved = [np.moveaxis(x, axis, -1) for x in parts]
    return [np.moveaxis(x[..., :x.shape[-1] // 2 + 1], -1, axis) for x in moved]


def rfft(a, n=None, axis=-1, norm=None):
    """fft() of real numbers, without its second half, which mirrors the first."""
    if np.iscomplexobj(a):
        raise TypeError("ufunc did not contain a loop with signature matching types")
    return _joined(*_half(_transform(_parts(a), n, axis, norm, False), axis))


def _mirrored(parts, n, axis):
    """Whole rows of n cells of the first n // 2 + 1."""
    re, im = (_sized(np.moveaxis(x, axis, -1), n // 2 + 1) for x in parts)
    im = im * np.array([float(k != 0 and 2 * k != n) for k in range(n // 2 + 1)])
    back = list(range((n - 1) // 2, 0, -1))
    return [np.moveaxis(np.concatenate([x, sign * x[..., back]], -1), -1, axis) for x, sign in ((re, 1.0), (im, -1.0))]


def irfft(a, n=None, axis=-1, norm=None):
    """What rfft() turns into a: n real numbers."""
    parts = _parts(a)
    n = 2 * (parts[0].shape[axis] - 1) if n is None else n
    return _transform(_mirrored(parts, n, axis), n, axis, norm, True)[0]


def _all(a, s, axes, norm, backward):
    """Along several axes, the last one first."""
    parts = _parts(a)
    if axes is None:
        axes = range(parts[0].ndim) if s is None else range(-len(s), 0)
    sizes = [None] * len(list(axes)) if s is None else list(s)
    for axis, n in reversed(list(zip(axes, sizes))):
        parts = _transform(parts, n, axis, norm, backward)
    return _joined(*parts)


def fftn(a, s=None, axes=None, norm=None):
    """fft() along all axes."""
    return _all(a, s, axes, norm, False)


def ifftn(a, s=None, axes=None, norm=None):
    """ifft() along all axes."""
    return _all(a, s, axes, norm, True)


def fft2(a, s=None, axes=(-2, -1), norm=None):
    """fft() along two axes."""
    return _all(a, s, axes, norm, False)


def ifft2(a, s=None, axes=(-2, -1), norm=None):
    """ifft() along two axes."""
    return _all(a, s, axes, norm, True)


def fftfreq(n, d=1.0):
    """The frequencies of the cells of fft(), d apart in time."""
    return np.concatenate([np.arange(0, (n - 1) // 2 + 1), np.arange(-(n // 2), 0)]) * (1.0 / (n * d))


def rfftfreq(n, d=1.0):
    """The frequencies of the cells of rfft()."""
    return np.arange(0, n // 2 + 1) * (1.0 / (n * d))


def _rolled(x, axes, back):
    x = np.asarray(x)
    axes = range(x.ndim) if axes is None else (axes,) if isinstance(axes, int) else axes
    for axis in axes:
        n = x.shape[axis]
        places = [(k + (n // 2 if back else (n + 1) // 2)) % n for k in range(n)]
        x = np.moveaxis(np.moveaxis(x, axis, 0)[places], 0, axis)
    return x


def fftshift(x, axes=None):
    """Frequency 0 goes to the middle."""
    return _rolled(x, axes, False)


def ifftshift(x, axes=None):
    """And back to the front."""
    return _rolled(x, axes, True)
