# Functions of torch that are made of its other operations, and the methods of the same names. The
# file is read when one of them is first asked for. _named gives a result the name that PyTorch's own
# single operation leaves in grad_fn.

import math
import torch
import torch.nn.functional as F
from torch._C import _named, _returned, _unsupported

# What torch.nn.functional has too.
_functional = ("bilinear celu cosine_embedding_loss cosine_similarity hardshrink hinge_embedding_loss "
               "margin_ranking_loss pairwise_distance pixel_shuffle pixel_unshuffle prelu selu "
               "threshold triplet_margin_loss adaptive_avg_pool1d avg_pool1d max_pool1d max_pool2d "
               "conv1d conv2d conv3d conv_transpose1d conv_transpose2d")


def __getattr__(name):
    """The function of torch.nn.functional."""
    if name in _functional.split():
        return getattr(F, name)
    raise AttributeError(f"module 'torch' has no attribute '{name}'")


# ---- layers that torch spells with another order of arguments


def batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps,
               cudnn_enabled=False):
    """(N, C, ...): each channel to mean 0, variance 1."""
    return F.batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)


def instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps,
                  cudnn_enabled=False):
    """(N, C, ...): each channel of each sample to mean 0, variance 1."""
    return F.instance_norm(input, running_mean, running_var, weight, bias, use_input_stats, momentum,
                           eps)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-05, cudnn_enabled=True):
    """(N, C, ...): the channels of each group together to mean 0, variance 1."""
    return F.group_norm(input, num_groups, weight, bias, eps)


def alpha_dropout(input, p, train):
    """Dropout that fits SELU."""
    return F.alpha_dropout(input, p, train)


def feature_dropout(input, p, train):
    """Dropout of whole channels."""
    return F.dropout3d(input, p, train) if input.dim() == 5 else F.dropout2d(input, p, train)


# ---- areas under a curve


def _steps(x, y, dim):
    """The distances between neighbours of x, shaped to fit y along dim."""
    if x.dim() == 1:
        shape = [1] * y.dim()
        shape[dim] = x.size(0) - 1
        return x.diff().view(shape)
    return x.diff(dim=dim)


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


def cumulative_trapezoid(y, x=None, *, dx=1, dim=-1):
    """The area under y along dim up to here."""
    size = y.size(dim)
    both = y.narrow(dim, 0, size - 1) + y.narrow(dim, 1, size - 1)
    if x is not None:
        return _named((_steps(x, y, dim) * both).cumsum(dim) / 2.0, "DivBackward1")
    return (dx / 2.0 * both).cumsum(dim)


# ---- pieces


def dsplit(input, indices_or_sections):
    """Cut along the third axis."""
    if input.dim() < 3:
        raise RuntimeError("torch.dsplit requires a tensor with at least 3 dimension, but got a tensor "
                           f"with {input.dim()} dimensions!")
    parts = indices_or_sections
    if isinstance(parts, int) and (parts <= 0 or input.size(2) % parts != 0):
        raise RuntimeError(f"torch.dsplit attempted to split along dimension 2, but the size of the "
                           f"dimension {input.size(2)} is not divisible by the split_size {parts}!")
    return input.tensor_split(parts, dim=2)


def unsafe_chunk(input, chunks, dim=0):
    """chunk"""
    return input.chunk(chunks, dim)


def unsafe_split(input, split_size, dim=0):
    """split"""
    return input.split(split_size, dim)


def select_scatter(input, src, dim, index):
    """A copy of input with src at one place of dim."""
    output = input.clone()
    part = output.select(dim, index)
    if part.shape != src.shape:
        raise RuntimeError("expected src to have a size equal to the slice of self. "
                           f"src size = {list(src.shape)}, slice size = {list(part.shape)}")
    part.copy_(src)
    return _named(output, "SelectScatterBackward0")


def slice_scatter(input, src, dim=0, start=None, end=None, step=1):
    """A copy of input with src in the places start, start + step, ... of dim."""
    output = input.clone()
    index = [slice(None)] * (dim % input.dim()) + [slice(start, end, step)]
    part = output[tuple(index)]
    if part.shape != src.shape:
        raise RuntimeError("expected src to have a size equal to the slice of self. "
                           f"src size = {list(src.shape)}, slice size = {list(part.shape)}")
    part.copy_(src)
    return _named(output, "SliceScatterBackward0")


def diagonal_scatter(input, src, offset=0, dim1=0, dim2=1):
    """A copy of input with src on a diagonal."""
    output = input.clone()
    part = output.diagonal(offset, dim1, dim2)
    if part.shape != src.shape:
        raise RuntimeError("expected src to have a size equal to the slice of self. "
                           f"src size = {list(src.shape)}, slice size = {list(part.shape)}")
    part.copy_(src)
    return _named(output, "DiagonalScatterBackward0")


def narrow_copy(input, dim, start, length):
    """narrow, copied."""
    return input.narrow(dim, start, length).clone()


def sum_to_size(input, *size):
    """input summed over the axes that `size` has not, or has as 1."""
    size = tuple(size[0]) if len(size) == 1 and not isinstance(size[0], int) else size
    lead = input.dim() - len(size)
    fits = lead >= 0 and all([want in (1, have) for want, have in zip(size, input.shape[lead:])])
    if not fits:
        raise RuntimeError(f"size {{{list(size)}}} is not expandable to size {{{list(input.shape)}}}.")
    axes = list(range(lead)) + [lead + k for k, want in enumerate(size)
                                if want == 1 and input.size(lead + k) != 1]
    output = input.sum(axes, keepdim=True) if axes else input
    return output.view(size) if lead > 0 else output


def put(input, index, source, accumulate=False):
    """A copy of input with source at the row-major places index."""
    return put_(input.clone(), index, source, accumulate)


def put_(input, index, source, accumulate=False):
    """Write source at the row-major places index."""
    if index.numel() != source.numel():
        raise IndexError(
            "put_(): Expected source and index to have the same number of elements, but got "
            f"source.numel() = {source.numel()}, index.numel() = {index.numel()}")
    shape, places = input.shape, index.reshape(-1)
    flat = input.reshape(-1).clone()
    flat.index_put_((places,), source.reshape(-1), accumulate)
    return input.copy_(flat.view(shape))


# ---- cells


def logaddexp2(input, other):
    """log2(2 ** input + 2 ** other)"""
    high, low = torch.maximum(input, other), torch.minimum(input, other)
    result = high + torch.log1p(torch.exp2(low - high)) / math.log(2)
    return _named(torch.where(torch.isinf(high) & (high == low), high, result), "Logaddexp2Backward0")


def ldexp(input, other):
    """input * 2 ** other"""
    return input * torch.pow(2.0, other)


def copysign(input, other):
    """The size of input with the sign of other."""
    x = input if input.is_floating_point() else input.float()
    if isinstance(other, (int, float)):
        sign = torch.full((), math.copysign(1.0, other))
    else:
        sign = torch.where(other == 0, torch.sign(1 / other), torch.sign(other))
    kind = "0" if isinstance(other, torch.Tensor) else "1"
    return _named(torch.where(sign < 0, -x.abs(), x.abs()), f"CopysignBackward{kind}")


def nextafter(input, other):
    """The float next to input on the way to other."""
    a, b = torch.broadcast_tensors(input, other)
    whole = torch.int64 if a.dtype == torch.float64 else torch.int32
    bits = a.contiguous().view(whole)
    moved = torch.where((b > a) == (a > 0), bits + 1, bits - 1).view(a.dtype)
    least = torch.ones((), dtype=whole).view(a.dtype)
    moved = torch.where(a == 0, torch.where(b > 0, least, -least), moved)
    return torch.where((a == b) | a.isnan() | b.isnan(), a + (b - b), moved)


def _whole_numbers(name, input, other):
    """Both as whole numbers of one dtype and one shape."""
    for place, (word, x) in enumerate((("input", input), ("other", other)), 1):
        if not isinstance(x, torch.Tensor):
            raise TypeError(f"{name}(): argument '{word}' (position {place}) must be Tensor, "
                            f"not {type(x).__name__}")
    a, b = torch.broadcast_tensors(input, other)
    dtype = torch.result_type(input, other)
    if dtype.is_floating_point or dtype.is_complex or dtype == torch.bool:
        kind = torch.zeros((), dtype=dtype).type()[6:-6]
        raise RuntimeError(f'"{name}_cpu" not implemented for \'{kind}\'')
    return a.to(dtype), b.to(dtype)


def gcd(input, other):
    """The largest number that divides both."""
    a, b = _whole_numbers("gcd", input, other)
    a, b = a.abs(), b.abs()
    while b.any():
        rest = torch.where(b == 0, torch.zeros_like(a), a % torch.where(b == 0, torch.ones_like(b), b))
        a, b = torch.where(b == 0, a, b), rest
    return a.clone()


def lcm(input, other):
    """The smallest number that both divide."""
    a, b = _whole_numbers("lcm", input, other)
    return (a.div(gcd(a, b).clamp(min=1), rounding_mode="trunc") * b).abs()


def isreal(input):
    """Whether a cell has no imaginary part: always."""
    return torch.ones_like(input, dtype=torch.bool)


def sinc(input):
    """sin(pi * x) / (pi * x), 1 at 0"""
    x = input if input.is_floating_point() else input.float()
    product = x * math.pi
    return _named(torch.where(product == 0, torch.ones_like(product), product.sin() / product),
                  "SincBackward0")


# ---- rows


def renorm(input, p, dim, maxnorm):
    """Each slice along dim, shortened to the norm maxnorm when it is longer."""
    axes = [axis for axis in range(input.dim()) if axis != dim % input.dim()]
    length = torch.linalg.vector_norm(input, p, axes, keepdim=True)
    factor = torch.where(length > maxnorm, maxnorm / (length + 1e-7), torch.ones_like(length))
    return _named(input * factor, "RenormBackward0")


def pdist(input, p=2.0):
    """The distances between all pairs of rows: (N, M) -> (N * (N - 1) / 2)"""
    first, second = torch.triu_indices(input.size(0), input.size(0), 1)
    distance = torch.linalg.vector_norm(input[first] - input[second], p, -1)
    return _named(distance, "PdistBackward0")


def logcumsumexp(input, dim):
    """log of the sum of exp(input) along dim up to here"""
    if input.dim() == 0:
        return _named(input.clone(), "LogcumsumexpBackward0")
    total, rows = None, []
    for row in input.unbind(dim):
        total = row if total is None else torch.logaddexp(total, row)
        rows.append(total)
    output = torch.stack(rows, dim) if rows else input.clone()
    return _named(output, "LogcumsumexpBackward0")


def gradient(input, *, spacing=1, dim=None, edge_order=1):
    """Slopes along the axes: central differences inside, one-sided ones (order 1) at the edges."""
    if edge_order != 1 or not isinstance(spacing, (int, float)):
        _unsupported("torch.gradient is supported with a number as spacing and edge_order=1")
    dims = range(input.dim()) if dim is None else (dim,) if isinstance(dim, int) else dim
    slopes = []
    for axis in dims:
        size = input.size(axis)
        if size < 2:
            raise RuntimeError("torch.gradient expected each dimension size to be at least edge_order+1")
        center = (input.narrow(axis, 2, size - 2) - input.narrow(axis, 0, size - 2)) / 2
        first = input.narrow(axis, 1, 1) - input.narrow(axis, 0, 1)
        last = input.narrow(axis, size - 1, 1) - input.narrow(axis, size - 2, 1)
        slopes.append(torch.cat([first, center, last], axis) / spacing)
    return tuple(slopes)


def index_reduce(input, dim, index, source, reduce, *, include_self=True):
    """source folded into the places of dim that index names: prod, mean, amax or amin."""
    shape = [1] * source.dim()
    shape[dim] = index.numel()
    return torch.scatter_reduce(input, dim, index.view(shape).expand(source.shape), source, reduce,
                                include_self=include_self)


def index_reduce_(input, dim, index, source, reduce, *, include_self=True):
    """index_reduce, written over input."""
    return input.copy_(index_reduce(input, dim, index, source, reduce, include_self=include_self))


def scatter_reduce(input, dim, index, src, reduce, *, include_self=True):
    """src folded into the cells along dim that index names: sum, prod, mean, amax or amin."""
    starts = {"sum": 0, "prod": 1, "mean": 0, "amax": -math.inf, "amin": math.inf}
    if reduce not in starts:
        raise RuntimeError("reduce argument must be either sum, prod, mean, amax or amin.")
    start = starts[reduce]
    if not input.is_floating_point() and math.isinf(start):
        info = torch.iinfo(input.dtype)
        start = info.min if reduce == "amax" else info.max
    touched = torch.zeros(input.shape, dtype=torch.long).scatter_add(dim, index,
                                                                     torch.ones_like(src, dtype=torch.long))
    base = input if include_self else torch.where(touched > 0, torch.full_like(input, start), input)
    if reduce in ("sum", "mean"):
        output = base.scatter_add(dim, index, src)
        if reduce == "mean":
            count = touched + 1 if include_self else touched.clamp(min=1)
            count = count.to(input.dtype)
            output = output / count if input.is_floating_point() else output.div(
                count, rounding_mode="floor")
    else:
        output = base.clone()
        axis = dim % input.dim()
        fold = {"prod": torch.mul, "amax": torch.maximum, "amin": torch.minimum}[reduce]
        for place in range(index.size(axis)):
            where = index.narrow(axis, place, 1)
            here = output.gather(axis, where) if where.shape[:axis] == output.shape[:axis] else None
            part = src.narrow(axis, place, 1)
            for other, size in enumerate(where.shape):
                part = part.narrow(other, 0, size)
            if here is None:
                here = output.gather(axis, where)
            output.scatter_(axis, where, fold(here, part))
    return _named(output, "ScatterReduceBackward0")


def scatter_reduce_(input, dim, index, src, reduce, *, include_self=True):
    """scatter_reduce, written over input."""
    return input.copy_(scatter_reduce(input, dim, index, src, reduce, include_self=include_self))


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    """Equal neighbours reduced to one; of all cells, or slices along dim."""
    x = input.reshape(-1) if dim is None else input.movedim(dim, 0)
    rows = x.reshape(x.size(0), -1) if x.numel() > 0 else x.reshape(x.size(0), 0)
    first = torch.ones(x.size(0), dtype=torch.bool)
    if x.size(0) > 1:
        first[1:] = (rows[1:] != rows[:-1]).any(1)
    output = x[first] if dim is None else x[first].movedim(0, dim)
    results = [_named(output, "UniqueConsecutiveBackward0")]
    inverse = first.cumsum(0) - 1
    if return_inverse:
        results.append(inverse.view(input.shape) if dim is None else inverse)
    if return_counts:
        results.append(inverse.bincount() if x.size(0) > 0 else torch.zeros(0, dtype=torch.long))
    return results[0] if len(results) == 1 else tuple(results)


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


def logdet(input):
    """The logarithm of the determinant; nan when it is negative."""
    if input.dim() < 2 or input.size(-1) != input.size(-2):
        sizes = f"{input.size(-2)} by {input.size(-1)}" if input.dim() >= 2 else "0 by 0"
        raise RuntimeError("logdet: A must be batches of square matrices, "
                           f"but they are {sizes} matrices")
    sign, value = torch.linalg.slogdet(input)
    value = torch.where(sign < 0, torch.full_like(value, math.nan), value)
    return _named(value, "WhereBackward0")


def pinverse(input, rcond=1e-15):
    """torch.linalg.pinv"""
    return torch.linalg.pinv(input, rcond)


# ---- matrices


def svd(input, some=True, compute_uv=True):
    """U, S and V with U @ diag(S) @ V.mT = input."""
    if not compute_uv:
        k = min(input.shape[-2:])
        return _returned("svd", torch.zeros(input.shape[:-2] + (input.size(-2),) * 2, dtype=input.dtype),
                         torch.linalg.svdvals(input),
                         torch.zeros(input.shape[:-2] + (input.size(-1),) * 2, dtype=input.dtype))
    U, S, Vh = torch.linalg.svd(input, full_matrices=not some)
    return _returned("svd", U, S, Vh.mT)


def matrix_exp(input):
    """The sum of input ** n / n!: by Taylor's series of a part of it, then squared."""
    x = input.double()
    size = x.abs().sum(-1).max().item() if x.numel() else 0.0
    halvings = max(0, math.ceil(math.log2(size)) + 2) if size > 0 else 0
    x = x / 2 ** halvings
    total = term = torch.eye(x.size(-1), dtype=x.dtype).expand(x.shape)
    for n in range(1, 20):
        term = term @ x / n
        total = total + term
    for _ in range(halvings):
        total = total @ total
    return _named(total.to(input.dtype), "LinalgMatrixExpBackward0")


def cholesky_solve(input, input2, upper=False):
    """x with A x = input, where input2 is A's Cholesky factor."""
    A = input2.mT @ input2 if upper else input2 @ input2.mT
    return _named(torch.linalg.solve(A, input), "CholeskySolveBackward0")


# ---- windows


def _window(length, periodic, dtype, *weights):
    """A sum of cosines over length places."""
    if length == 1:
        return torch.ones(1, dtype=dtype)
    place = torch.arange(length, dtype=torch.float64) * (2 * math.pi / (length if periodic else length - 1))
    total = sum([weight * torch.cos(k * place) for k, weight in enumerate(weights)])
    return total.to(torch.get_default_dtype() if dtype is None else dtype)


def hann_window(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False):
    """Hann's window."""
    return _window(window_length, periodic, dtype, 0.5, -0.5)


def hamming_window(window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None, device=None,
                   requires_grad=False):
    """Hamming's window."""
    return _window(window_length, periodic, dtype, alpha, -beta)


def blackman_window(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False):
    """Blackman's window."""
    if window_length == 1:
        return torch.ones(1, dtype=dtype)
    place = torch.arange(window_length, dtype=dtype or torch.get_default_dtype())
    place = place * (math.pi / (window_length if periodic else window_length - 1))
    return (place * 4).cos() * 0.08 - (place * 2).cos() * 0.5 + 0.42


def bartlett_window(window_length, periodic=True, *, dtype=None, device=None, requires_grad=False):
    """A triangle."""
    if window_length == 1:
        return torch.ones(1)
    place = torch.arange(window_length) * (2 / (window_length if periodic else window_length - 1))
    return torch.where(place <= 1, place, 2 - place)


# ---- cells


def nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear"):
    """The quantile of the numbers that are no NaN."""
    if dim is None:
        flat = input.reshape(-1)
        return torch.quantile(flat[~flat.isnan()], q, interpolation=interpolation)
    lines = input.movedim(dim, -1)
    rows = [torch.quantile(row[~row.isnan()], q, interpolation=interpolation)
            for row in lines.reshape(-1, lines.size(-1))]
    found = torch.stack(rows).reshape(lines.shape[:-1])
    return found.unsqueeze(dim) if keepdim else found


def kl_div(input, target, reduction=1, *, log_target=False):
    """F.kl_div with the reduction as a number."""
    return F.kl_div(input, target, reduction=("none", "mean", "sum")[reduction], log_target=log_target)


def frexp(input):
    """input = mantissa * 2 ** exponent"""
    pairs = [math.frexp(cell) for cell in input.reshape(-1).tolist()]
    return _returned("frexp", torch.tensor([m for m, _ in pairs], dtype=input.dtype).view(input.shape),
                     torch.tensor([e for _, e in pairs], dtype=torch.int32).view(input.shape))


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
