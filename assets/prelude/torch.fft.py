# Computes Fourier transforms of tensors along an axis: torch.fft.

import torch
import _fft
from torch._C import _named


def _parts(x):
    """Real and imaginary part."""
    if x.is_complex():
        return x.real, x.imag
    x = x if x.is_floating_point() else x.to(torch.get_default_dtype())
    return x, torch.zeros_like(x)


def _sized(x, n):
    """Rows cut to n cells, or filled with zeros."""
    if n < 1:
        raise RuntimeError(f"Invalid number of data points ({n}) specified")
    have = x.size(-1)
    return x[..., :n] if n <= have else torch.cat([x, x.new_zeros(x.shape[:-1] + (n - have,))], -1)


def _transform(parts, n, dim, norm, backward):
    """Both parts of the transform of both parts."""
    parts = [x.movedim(dim, -1) for x in parts]
    n = parts[0].size(-1) if n is None else n
    re, im = (_sized(x, n) for x in parts)
    shape, factor = re.shape, _fft.scale(n, norm, backward)
    made = _fft.rows(re.reshape(-1, n), im.reshape(-1, n), 1.0 if backward else -1.0,
                     lambda xs: torch.tensor(xs, dtype=re.dtype), lambda xs: torch.stack(xs, 1), torch.permute)
    return [(x.reshape(shape) * factor if factor != 1.0 else x.reshape(shape)).movedim(-1, dim) for x in made]


def _joined(parts, name):
    return _named(torch.complex(*parts), name)


def _name(input):
    return "FftC2CBackward0" if input.is_complex() else "FftR2CBackward0"


def fft(input, n=None, dim=-1, norm=None):
    """sum of input[j] exp(-2 pi i j k / n) along dim"""
    return _joined(_transform(_parts(input), n, dim, norm, False), _name(input))


def ifft(input, n=None, dim=-1, norm=None):
    """What fft() turns into input"""
    return _joined(_transform(_parts(input), n, dim, norm, True), _name(input))


def _half(parts, dim):
    """The first n // 2 + 1 cells."""
    return [x.narrow(dim, 0, x.size(dim) // 2 + 1) for x in parts]


def rfft(input, n=None, dim=-1, norm=None):
    """fft() of real numbers, without its second half, which mirrors the first"""
    if input.is_complex():
        raise RuntimeError(f"rfft expects a real input tensor, but got {input.type().split('.')[1][:-6]}")
    return _joined(_half(_transform(_parts(input), n, dim, norm, False), dim), "FftR2CBackward0")


def _mirrored(parts, n, dim):
    """Whole rows of n cells of the first n // 2 + 1."""
    re, im = (_sized(x.movedim(dim, -1), n // 2 + 1) for x in parts)
    im = im * torch.tensor([float(k != 0 and 2 * k != n) for k in range(n // 2 + 1)])
    back = list(range((n - 1) // 2, 0, -1))
    return [torch.cat([x, sign * x[..., back]], -1).movedim(-1, dim) for x, sign in ((re, 1.0), (im, -1.0))]


def irfft(input, n=None, dim=-1, norm=None):
    """What rfft() turns into input: n real numbers"""
    parts = _parts(input)
    n = 2 * (parts[0].size(dim) - 1) if n is None else n
    return _named(_transform(_mirrored(parts, n, dim), n, dim, norm, True)[0], "FftC2RBackward0")


def _axes(input, s, dim):
    """Pairs of an axis and a size."""
    if dim is None:
        dim = range(input.dim()) if s is None else range(-len(s), 0)
    dim = [dim] if isinstance(dim, int) else list(dim)
    return list(zip(dim, [None] * len(dim) if s is None else s))


def _all(parts, axes, norm, backward):
    """Along several axes, the last one first."""
    for dim, n in reversed(axes):
        parts = _transform(parts, n, dim, norm, backward)
    return parts


def fftn(input, s=None, dim=None, norm=None):
    """fft() along all axes"""
    return _joined(_all(_parts(input), _axes(input, s, dim), norm, False), "FftC2CBackward0")


def ifftn(input, s=None, dim=None, norm=None):
    """ifft() along all axes"""
    return _joined(_all(_parts(input), _axes(input, s, dim), norm, True), "FftC2CBackward0")


def fft2(input, s=None, dim=(-2, -1), norm=None):
    """fft() along two axes"""
    return fftn(input, s, dim, norm)


def ifft2(input, s=None, dim=(-2, -1), norm=None):
    """ifft() along two axes"""
    return ifftn(input, s, dim, norm)


def rfftn(input, s=None, dim=None, norm=None):
    """rfft() along the last axis, fft() along the others"""
    axes = _axes(input, s, dim)
    parts = _half(_transform(_parts(input), axes[-1][1], axes[-1][0], norm, False), axes[-1][0])
    return _joined(_all(parts, axes[:-1], norm, False), "FftR2CBackward0")


def rfft2(input, s=None, dim=(-2, -1), norm=None):
    """rfft() along the last of two axes, fft() along the other"""
    return rfftn(input, s, dim, norm)


def irfftn(input, s=None, dim=None, norm=None):
    """What rfftn() turns into input"""
    axes = _axes(input, s, dim)
    last, n = axes[-1]
    parts = _all(_parts(input), axes[:-1], norm, True)
    n = 2 * (parts[0].size(last) - 1) if n is None else n
    return _named(_transform(_mirrored(parts, n, last), n, last, norm, True)[0], "FftC2RBackward0")


def irfft2(input, s=None, dim=(-2, -1), norm=None):
    """What rfft2() turns into input"""
    return irfftn(input, s, dim, norm)


def fftfreq(n, d=1.0, *, dtype=None, device=None, requires_grad=False):
    """The frequencies of the cells of fft(), d apart in time"""
    places = [*range((n + 1) // 2), *range(-(n // 2), 0)]
    return torch.tensor(places, dtype=dtype or torch.get_default_dtype()).mul_(1.0 / (n * d)).requires_grad_(requires_grad)


def rfftfreq(n, d=1.0, *, dtype=None, device=None, requires_grad=False):
    """The frequencies of the cells of rfft()"""
    places = list(range(n // 2 + 1))
    return torch.tensor(places, dtype=dtype or torch.get_default_dtype()).mul_(1.0 / (n * d)).requires_grad_(requires_grad)


def _rolled(input, dim, back):
    dim = list(range(input.dim())) if dim is None else [dim] if isinstance(dim, int) else list(dim)
    return input.roll([(input.size(d) + back) // 2 for d in dim], dim)


def fftshift(input, dim=None):
    """Frequency 0 goes to the middle"""
    return _rolled(input, dim, 0)


def ifftshift(input, dim=None):
    """And back to the front"""
    return _rolled(input, dim, 1)
