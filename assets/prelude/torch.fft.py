# Discrete Fourier transforms, as products with tables of cosines and sines in double, rounded once.

import math
import torch
from torch._C import _named, _unsupported


def _circle(place, size):
    """cos and sin of place/size of a full turn; exact at the multiples of a quarter turn."""
    place %= size
    quarter, rest = divmod(4 * place, size)
    angle = 2 * math.pi * rest / (4 * size)
    cos, sin = (1.0, 0.0) if rest == 0 else (math.cos(angle), math.sin(angle))
    return ((cos, sin), (-sin, cos), (-cos, -sin), (sin, -cos))[quarter]


def _tables(size, outputs):
    """Cosines and sines of place * frequency: two tensors (size, outputs) in double."""
    turn = torch.tensor([_circle(place, size) for place in range(size)], dtype=torch.float64)
    place = torch.arange(size).unsqueeze(1) * torch.arange(outputs) % size
    return turn[:, 0][place], turn[:, 1][place]


def _factor(norm, size, inverse):
    """What the sums are multiplied by."""
    if norm not in (None, "forward", "backward", "ortho"):
        raise RuntimeError(f'Invalid normalization mode: "{norm}"')
    if norm == "ortho":
        return 1 / math.sqrt(size)
    return 1 / size if (norm == "forward") != inverse else 1.0


def _parts(input):
    """The real and the imaginary part in double; None where there is no imaginary one."""
    if input.is_complex():
        return input.real.double(), input.imag.double()
    if input.dtype == torch.float64:
        _unsupported("torch.fft of float64 would give complex128, which is not supported")
    return input.to(torch.get_default_dtype()).double(), None


def _resized(tensor, size):
    """The last axis cut, or filled up with zeros."""
    if tensor is None or tensor.size(-1) == size:
        return tensor
    extra = size - tensor.size(-1)
    return torch.nn.functional.pad(tensor, (0, extra)) if extra > 0 else tensor[..., :size]


def _size(input, n, dim):
    """The wanted length, which must be one."""
    size = input.size(dim) if n is None else n
    if size < 1:
        raise RuntimeError(f"Invalid number of data points ({size}) specified")
    return size


def _transform(input, n, dim, norm, inverse, half, name):
    """The sums of input * exp(-+2 pi i place frequency / n) for all frequencies, or the first half."""
    size = _size(input, n, dim)
    real, imaginary = [part if part is None else _resized(part.movedim(dim, -1), size)
                       for part in _parts(input)]
    cos, sin = _tables(size, size // 2 + 1 if half else size)
    sin, factor = sin if inverse else -sin, _factor(norm, size, inverse)
    if imaginary is None:
        if not half:  # the second half mirrors the first
            cos, sin = cos[:, :size // 2 + 1], sin[:, :size // 2 + 1]
        wave, turned = real @ cos * factor, real @ sin * factor + 0.0
        if not half:
            back = [size - k for k in range(size // 2 + 1, size)]
            wave = torch.cat([wave, wave[..., back]], -1)
            turned = torch.cat([turned, -turned[..., back]], -1)
    else:
        wave = (real @ cos - imaginary @ sin) * factor
        turned = (real @ sin + imaginary @ cos) * factor
    output = torch.complex(wave.float(), turned.float()).movedim(-1, dim)
    return _named(output.contiguous(), name or ("FftR2CBackward0" if imaginary is None
                                                else "FftC2CBackward0"))


def fft(input, n=None, dim=-1, norm=None):
    """All frequencies along `dim`: float32 or complex64 -> complex64."""
    return _transform(input, n, dim, norm, False, False, None)


def ifft(input, n=None, dim=-1, norm=None):
    """Back from frequencies: complex64."""
    return _transform(input, n, dim, norm, True, False, None)


def rfft(input, n=None, dim=-1, norm=None):
    """The frequencies 0 .. n // 2 of a real input."""
    if input.is_complex():
        raise RuntimeError("rfft expects a real input tensor, but got ComplexFloat")
    return _transform(input, n, dim, norm, False, True, None)


def irfft(input, n=None, dim=-1, norm=None):
    """Back from the first half of the frequencies to n real numbers."""
    size = 2 * (input.size(dim) - 1) if n is None else n
    if size < 1:
        raise RuntimeError(f"Invalid number of data points ({size}) specified")
    half = size // 2 + 1
    real, imaginary = [part if part is None else _resized(part.movedim(dim, -1), half)
                       for part in _parts(input)]
    cos, sin = [table.T for table in _tables(size, half)]
    weight = torch.full((half, 1), 2.0, dtype=torch.float64)
    weight[0] = 1.0
    if size % 2 == 0:
        weight[-1] = 1.0
    output = real @ (cos * weight)
    if imaginary is not None:
        output = output - imaginary @ (sin * weight)
    output = (output * _factor(norm, size, True)).float().movedim(-1, dim)
    return _named(output.contiguous(), "FftC2RBackward0")


def _along(step, input, s, dim, norm):
    """One transform after the other over several axes."""
    for place, axis in enumerate(dim):
        input = step(input, None if s is None or s[place] == -1 else s[place], axis, norm)
    return input


def fft2(input, s=None, dim=(-2, -1), norm=None):
    """fft over two axes."""
    return fftn(input, s, dim, norm)


def ifft2(input, s=None, dim=(-2, -1), norm=None):
    """ifft over two axes."""
    return ifftn(input, s, dim, norm)


def fftn(input, s=None, dim=None, norm=None):
    """fft over several axes, as a rule all."""
    dim = tuple(range(-(input.dim() if s is None else len(s)), 0)) if dim is None else dim
    return _along(fft, input, s, dim, norm)


def ifftn(input, s=None, dim=None, norm=None):
    """ifft over several axes, as a rule all."""
    dim = tuple(range(-(input.dim() if s is None else len(s)), 0)) if dim is None else dim
    return _along(ifft, input, s, dim, norm)


def fftfreq(n, d=1.0, *, dtype=None, device=None, requires_grad=False):
    """The frequencies that fft gives, in cycles per unit: 0, 1, ..., -2, -1, over n * d."""
    half = (n + 1) // 2
    order = torch.cat([torch.arange(half), torch.arange(-(n // 2), 0)])
    return (order.to(dtype or torch.get_default_dtype()) * (1.0 / (n * d))).requires_grad_(requires_grad)


def rfftfreq(n, d=1.0, *, dtype=None, device=None, requires_grad=False):
    """The frequencies that rfft gives."""
    order = torch.arange(n // 2 + 1, dtype=dtype or torch.get_default_dtype())
    return (order * (1.0 / (n * d))).requires_grad_(requires_grad)


def _rolled(input, dim, back):
    """Each axis turned by half its length."""
    axes = range(input.dim()) if dim is None else (dim,) if isinstance(dim, int) else dim
    for axis in axes:
        half = input.size(axis) // 2
        input = input.roll(-half if back else half, axis)
    return input


def fftshift(input, dim=None):
    """Frequency 0 into the middle."""
    return _rolled(input, dim, False)


def ifftshift(input, dim=None):
    """Frequency 0 back to the front."""
    return _rolled(input, dim, True)
