# Composes functions of torch of its other operations, and the methods of the same names. The file is read
# when one of them is first asked for. _named gives a result the name that PyTorch's own single operation
# leaves in grad_fn.

import math

import torch
import torch.nn.functional as F
from torch._C import _named, _returned

# What torch.nn.functional has too.
_functional = ("celu celu_ cosine_similarity selu selu_ prelu threshold threshold_ max_pool1d max_pool2d "
               "conv1d conv2d conv3d conv_transpose1d conv_transpose2d")


def __getattr__(name):
    """The function of torch.nn.functional."""
    if name in _functional.split():
        return getattr(F, name)
    raise AttributeError(f"module 'torch' has no attribute '{name}'")


def _steps(x, y, dim):
    """The distances between neighbours of x, shaped to fit y along dim."""
    if x.dim() == 1:
        shape = [1] * y.dim()
        shape[dim] = x.size(0) - 1
        return x.diff().view(shape)
    return x.diff(dim=dim)


def _subscript(number):
    if number == ...:
        return "..."
    if number >= 0 and number < 26:
        return chr(ord("A") + number)
    if number >= 26 and number < 52:
        return chr(ord("a") + number - 26)
    raise ValueError("einsum(): subscript in subscript list is not within the valid range [0, 52)")


def einsum(*args):
    """What einsum(x, [0, 1], y, [1], [0]) says: an equation and its operands, for the row of that name."""
    if len(args) < 2 or not isinstance(args[0], torch.Tensor):
        raise ValueError("einsum(): must specify the equation string and at least one operand, "
                         "or at least one operand and its subscripts list")
    equation = ",".join("".join(_subscript(n) for n in listed) for listed in args[1::2])
    if len(args) % 2 == 0:
        return equation, *args[::2]
    return equation + "->" + "".join(_subscript(n) for n in args[-1]), *args[:-1:2]


def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    """The gradients of this tensor for all leaves that it was made of."""
    torch.autograd.backward(self, gradient, retain_graph, create_graph, inputs=inputs)


def register_hook(self, hook):
    """Call hook(gradient) when the gradient of this tensor has been computed."""
    return torch.autograd._register_hook(self, hook)


def _is_view(self):
    """Whether it shows the cells of another tensor."""
    return self._base is not None


def trapezoid(y, x=None, *, dx=1, dim=-1):
    """The area under y along dim, by trapezoids of width dx or between the places x."""
    size = y.size(dim)
    if x is not None:
        both = y.narrow(dim, 0, size - 1) + y.narrow(dim, 1, size - 1)
        return _named((_steps(x, y, dim) * both).sum(dim) / 2.0, "DivBackward1")
    area = (y.sum(dim) - (y.select(dim, 0) + y.select(dim, -1)) * 0.5) * dx
    return _named(area, "MulBackward1")


def trapz(y, x=None, *, dx=1, dim=-1):
    """The old name of trapezoid."""
    return trapezoid(y, x, dx=dx, dim=dim)


def histogram(input, bins, *, range=None, weight=None, density=False):
    """How much of input falls into each bin, and the bins' edges."""
    if isinstance(bins, torch.Tensor):
        edges = bins
    else:
        low, high = range if range is not None else (input.min().item(), input.max().item())
        if low == high:
            low, high = low - 0.5, high + 0.5
        edges = torch.linspace(low, high, bins + 1, dtype=input.dtype)
    flat = input.reshape(-1)
    places = torch.searchsorted(edges, flat, right=True) - 1
    places = torch.where(flat == edges[-1], torch.tensor(edges.numel() - 2), places)
    inside = (places >= 0) & (places < edges.numel() - 1)
    shares = torch.ones_like(flat) if weight is None else weight.reshape(-1)
    counts = torch.zeros(edges.numel() - 1, dtype=input.dtype)
    counts = counts.index_add(0, places[inside], shares[inside])
    if density:
        counts = counts / counts.sum() / edges.diff()
    return _returned("histogram", counts, edges)


def kl_div(input, target, reduction=1, *, log_target=False):
    """F.kl_div with the reduction as a number."""
    return F.kl_div(input, target, reduction=("none", "mean", "sum")[reduction], log_target=log_target)


def _unique_rows(input, return_inverse=False, return_counts=False, dim=0):
    """The distinct slices along dim, in order."""
    lines = input.movedim(dim, 0)
    rows = lines.reshape(lines.size(0), -1).tolist()
    first, inverse, last = [], torch.zeros(len(rows), dtype=torch.long), None
    for k in sorted(range(len(rows)), key=lambda k: rows[k]):
        if last is None or any([a != b for a, b in zip(rows[k], last)]):  # nan equals nothing
            first.append(k)
        inverse[k], last = len(first) - 1, rows[k]
    results = [lines[torch.tensor(first)].movedim(0, dim)]
    if return_inverse:
        results.append(inverse)
    if return_counts:
        results.append(inverse.bincount())
    return results[0] if len(results) == 1 else tuple(results)


class _Unanswered(torch.autograd.Function):
    """The tensor itself; what asks for its gradient is told that there is none."""

    @staticmethod
    def forward(ctx, x, name):
        ctx.name = name
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        raise NotImplementedError(f"the derivative for '{ctx.name}' is not implemented.")


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    """Of neighbours that are equal, along dim or in the order of rows, the first."""
    if not isinstance(input, torch.Tensor):
        raise TypeError("unique_consecutive(): argument 'input' (position 1) must be Tensor, not "
                        + type(input).__name__)
    if dim is None:
        rows, shape = input.reshape(-1, 1), input.shape
    else:
        input.size(dim)  # refuses what is no axis
        lines = input.movedim(dim, 0)
        rows, shape = lines.reshape(lines.size(0), lines[:1].numel()), (lines.size(0),)
    new = torch.ones(len(rows), dtype=torch.bool)
    new[1:] = (rows[1:] != rows[:-1]).any(dim=1)
    values = input.detach().reshape(-1)[new] if dim is None else lines.detach()[new].movedim(0, dim)
    if input.requires_grad:
        name = "unique_consecutive" if dim is None else "unique_dim_consecutive"
        values = _named(_Unanswered.apply(values.requires_grad_(), name),
                        "UniqueConsecutiveBackward0" if dim is None else "UniqueDimConsecutiveBackward0")
    inverse = new.cumsum(0) - 1
    results = [values]
    if return_inverse:
        results.append(inverse.view(shape))
    if return_counts:
        results.append(inverse.bincount())
    return results[0] if len(results) == 1 else tuple(results)


def pdist(input, p=2.0):
    """The distances between all pairs of rows (n, d): (n * (n - 1) / 2), row 0 with row 1, row 0 with row 2, ..."""
    if input.dim() != 2:
        raise RuntimeError(f"pdist only supports 2D tensors, got: {input.dim()}D")
    if not input.is_floating_point():
        raise RuntimeError("pdist only supports floating-point dtypes")
    if p < 0:
        raise RuntimeError("pdist only supports non-negative p values")
    i, j = torch.triu_indices(input.size(0), input.size(0), 1)
    return _named(torch.cdist(input, input, p, "donot_use_mm_for_euclid_dist")[i, j], "PdistBackward0")


class _Quantized(torch.autograd.Function):
    """Rounded to a multiple of scale; gradients pass where nothing was cut off."""

    @staticmethod
    def forward(ctx, input, scale, zero_point, quant_min, quant_max):
        whole = zero_point + torch.round(input * (1.0 / scale))
        whole = torch.nan_to_num(whole, nan=-math.inf, posinf=-math.inf)  # integers of the processor
        whole = torch.where(whole.abs() >= 2.0 ** 63, -math.inf, whole)
        ctx.save_for_backward((whole >= quant_min) & (whole <= quant_max))
        return (whole.clamp(quant_min, quant_max) - zero_point) * scale

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.saved_tensors[0], None, None, None, None


def _check_range(zero_point, quant_min, quant_max):
    if quant_min > quant_max:
        raise RuntimeError("`quant_min` should be less than or         equal to `quant_max`.")
    if zero_point.min() < quant_min or zero_point.max() > quant_max:
        raise RuntimeError("`zero_point` must be between `quant_min` and `quant_max`.")


def fake_quantize_per_tensor_affine(input, scale, zero_point, quant_min, quant_max):
    """What input is after quantizing it to integers and back: (clamp(round(x / scale) + zero_point) - zero_point) * scale."""
    given = isinstance(scale, torch.Tensor)
    scale = torch.as_tensor(scale, dtype=torch.float32)
    zero_point = torch.as_tensor(zero_point)
    _check_range(zero_point, quant_min, quant_max)
    out = _Quantized.apply(input, scale, zero_point, quant_min, quant_max)
    return _named(out, f"FakeQuantizePerTensorAffineCachemask{'TensorQparams' if given else ''}Backward0")


def fake_quantize_per_channel_affine(input, scale, zero_point, axis, quant_min, quant_max):
    """The same with a scale and a zero_point for each place of an axis."""
    if zero_point.dtype not in (torch.int32, torch.float32, torch.float16):
        kind = torch.empty(0, dtype=zero_point.dtype).type().split(".")[1].removesuffix("Tensor")
        raise RuntimeError(f"Zero-point must be Int32, Float or Half, found {kind}")
    if scale.numel() != zero_point.numel():
        raise RuntimeError("scale and zero-point need to have the same dimensions")
    if scale.numel() != input.size(axis):
        raise RuntimeError("dimensions of scale and zero-point are not consistent with input tensor")
    _check_range(zero_point, quant_min, quant_max)
    shape = [1] * input.dim()
    shape[axis] = -1
    out = _Quantized.apply(input, scale.view(shape), zero_point.view(shape), quant_min, quant_max)
    return _named(out, "FakeQuantizePerChannelAffineCachemaskBackward0")


def broadcast_shapes(*shapes):
    """The shape to which all can be repeated."""
    found = []
    for shape in shapes:
        if not isinstance(shape, (int, tuple, list)):
            raise RuntimeError("Input shapes should be of type ints, a tuple of ints, or a list of ints, got ",
                               shape)
        sizes = list(torch.Size((int(shape),) if isinstance(shape, int) else shape))
        found = [1] * (len(sizes) - len(found)) + found
        for k in range(-1, -1 - len(sizes), -1):
            if sizes[k] < 0:
                raise RuntimeError("Trying to create tensor with negative dimension "
                                   f"({sizes[k]}): ({sizes[k]})")
            if found[k] != 1 and sizes[k] not in (1, found[k]):
                raise RuntimeError("Shape mismatch: objects cannot be broadcast to a single shape")
            found[k] = sizes[k] if found[k] == 1 else found[k]
    return torch.Size(found)


def cross(input, other, dim=None):
    """torch.linalg.cross along dim, or else along the first axis of three."""
    if dim is None:
        threes = [d for d in range(input.dim()) if input.size(d) == 3]
        if not threes:
            raise RuntimeError("no dimension of size 3 in input")
        dim = threes[0]
    return torch.linalg.cross(input, other, dim=dim)


def cartesian_prod(*tensors):
    """Every choice of one cell of each vector, as rows: the last one changes fastest."""
    for x in tensors:
        if x.dim() != 1:
            raise RuntimeError(f"Expect a 1D vector, but got shape {list(x.shape)}")
    if len(tensors) == 1:
        return tensors[0]
    return torch.stack([grid.flatten() for grid in torch.meshgrid(*tensors, indexing="ij")], dim=1)


def combinations(input, r=2, with_replacement=False):
    """Every choice of r cells of a vector in their order, as rows."""
    if input.dim() != 1:
        raise RuntimeError(f"Expect a 1D vector, but got shape {list(input.shape)}")
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    if r == 0:
        return torch.empty(0, dtype=input.dtype)
    places = torch.meshgrid(*[torch.arange(input.numel())] * r, indexing="ij")
    kept = torch.ones(places[0].shape, dtype=torch.bool)
    for one, other in zip(places, places[1:]):
        kept = kept & (one <= other if with_replacement else one < other)
    cells = torch.meshgrid(*[input] * r, indexing="ij")
    return torch.stack([grid.masked_select(kept) for grid in cells], dim=1)


def chain_matmul(*matrices, out=None):
    """The product of all, in the order of the fewest multiplications."""
    for x in matrices:
        if x.dim() != 2:
            raise RuntimeError(f"Tensor dimension is {x.dim()}, expected 2 instead.")
    return matrices[0] if len(matrices) == 1 else torch.linalg.multi_dot(matrices)
