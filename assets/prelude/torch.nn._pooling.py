# Computes pooling and resizing of torch.nn.functional: windows over the last one, two or three axes. A
# window's cells are taken in row-major order; (N, C, L) or (C, L), (N, C, H, W) or (C, H, W).

import math
import torch
from torch._C import _named, _unsupported


def _sizes(value, count, name):
    """One number for all axes, or one for each."""
    if isinstance(value, int):
        return (value,) * count
    value = tuple(value)
    if len(value) == 1:
        return value * count
    if len(value) != count:
        raise RuntimeError(f"{name} must either be a single int, or a tuple of {count} ints")
    return value


def _check(what, input, count):
    """Batched or not; nothing else."""
    if input.dim() not in (count + 1, count + 2):
        if what in ("max_pool2d", "avg_pool2d"):
            raise RuntimeError("non-empty 3D or 4D (batch mode) tensor expected for input")
        raise RuntimeError(f"{what}: Expected {count + 1}D or {count + 2}D input, "
                           f"but got {list(input.shape)}")


def _check_padding(padding, kernel):
    """A window that saw only padding would have no value."""
    for pad, size in zip(padding, kernel):
        if 2 * pad > size:
            raise RuntimeError("pad should be at most half of kernel size, but got "
                               f"pad={pad} and kernel_size={size}")


def _places(size, kernel, stride, padding, dilation, ceil_mode):
    """How many windows fit along an axis."""
    room = size + 2 * padding - dilation * (kernel - 1) - 1 + (stride - 1 if ceil_mode else 0)
    count = room // stride + 1
    if ceil_mode and (count - 1) * stride >= size + padding:
        count -= 1
    return count


def _starts(input, kernel, stride, padding, dilation, ceil_mode):
    """For each pooled axis, the first cell of every window; it may lie outside."""
    axes = range(len(kernel))
    shape = input.shape[-len(kernel):]
    counts = [_places(shape[k], kernel[k], stride[k], padding[k], dilation[k], ceil_mode) for k in axes]
    if min(counts) <= 0 and (len(kernel) > 1 or counts[0] < 0):
        raise RuntimeError(f"Given input size: ({input.shape[-len(kernel) - 1]}x"
                           f"{'x'.join([str(n) for n in shape])}). Calculated output size: "
                           f"({input.shape[-len(kernel) - 1]}x{'x'.join([str(n) for n in counts])}). "
                           "Output size is too small")
    return [[place * stride[k] - padding[k] for place in range(counts[k])] for k in axes]


def _cells(input, starts, offset):
    """The cell of every window at one offset: a copy of shape (..., windows); outside, the nearest."""
    for k, begins in enumerate(starts):
        axis = input.dim() - len(starts) + k
        last = input.size(axis) - 1
        index = [min(max(begin + offset[k], 0), last) for begin in begins]
        input = input.index_select(axis, torch.tensor(index, dtype=torch.long))
    return input


def _inside(input, starts, offset):
    """Which windows have a cell of the input at this offset: bool (windows)."""
    inside = torch.tensor(True)
    for k, begins in enumerate(starts):
        size = input.size(input.dim() - len(starts) + k)
        here = torch.tensor([0 <= begin + offset[k] < size for begin in begins], dtype=torch.bool)
        inside = inside.unsqueeze(-1) & here
    return inside


def _offsets(kernel, dilation):
    """The offsets of a window's cells, in row-major order."""
    offsets = [()]
    for cells, gap in zip(kernel, dilation):
        offsets = [offset + (i * gap,) for offset in offsets for i in range(cells)]
    return offsets


def _max_pool(count, name, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices):
    """The largest cell of each window, and where it stands in the plane."""
    _check(f"max_pool{count}d", input, count)
    kernel = _sizes(kernel_size, count, f"max_pool{count}d: kernel_size")
    stride = kernel if stride is None else _sizes(stride, count, f"max_pool{count}d: stride")
    padding = _sizes(padding, count, f"max_pool{count}d: padding")
    dilation = _sizes(dilation, count, f"max_pool{count}d: dilation")
    if count == 1 and 2 * padding[0] > kernel[0]:
        raise RuntimeError("max_pool1d() padding should be at most half of kernel size, but got "
                           f"padding={padding[0]} and kernel_size={kernel[0]}")
    _check_padding(padding, kernel)
    starts = _starts(input, kernel, stride, padding, dilation, ceil_mode)
    best = index = None
    for offset in _offsets(kernel, dilation):
        cell = _cells(input, starts, offset).masked_fill(~_inside(input, starts, offset), -math.inf)
        place = torch.tensor(0)
        for k, begins in enumerate(starts):
            here = torch.tensor([begin + offset[k] for begin in begins], dtype=torch.long)
            place = place.unsqueeze(-1) * input.size(k - count) + here
        if best is None:
            best, index = cell, place.expand(cell.shape)
        else:
            larger = (cell > best) | cell.isnan()
            best, index = torch.where(larger, cell, best), torch.where(larger, place, index)
    best = _named(best, name, input)
    return (best, index) if return_indices else best


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
               return_indices=False):
    """(N, C, L) -> (N, C, windows)"""
    return _max_pool(1, "SqueezeBackward1", input, kernel_size, stride, padding, dilation, ceil_mode,
                     return_indices)


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
               return_indices=False):
    """(N, C, H, W) -> (N, C, windows down, windows across)"""
    return _max_pool(2, "MaxPool2DWithIndicesBackward0", input, kernel_size, stride, padding, dilation,
                     ceil_mode, return_indices)


def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
               return_indices=False):
    """(N, C, D, H, W) -> (N, C, windows...)"""
    return _max_pool(3, "MaxPool3DWithIndicesBackward0", input, kernel_size, stride, padding, dilation,
                     ceil_mode, return_indices)


def _avg_pool(count, name, input, kernel_size, stride, padding, ceil_mode, include_pad, divisor):
    """The mean of each window; padding counts as 0, or not at all."""
    _check(f"avg_pool{count}d", input, count)
    kernel = _sizes(kernel_size, count, f"avg_pool{count}d: kernel_size")
    stride = kernel if stride is None else _sizes(stride, count, f"avg_pool{count}d: stride")
    padding = _sizes(padding, count, f"avg_pool{count}d: padding")
    _check_padding(padding, kernel)
    ones = (1,) * count
    starts = _starts(input, kernel, stride, padding, ones, ceil_mode)
    total, size = 0, torch.tensor(1)
    for offset in _offsets(kernel, ones):
        inside = _inside(input, starts, offset)
        total = total + _cells(input, starts, offset).masked_fill(~inside, 0.0)
    for k in range(count):
        length = input.size(input.dim() - count + k)
        edge = padding[k] if include_pad else 0
        low, high = -edge, length + edge
        here = [min(begin + kernel[k], high) - max(begin, low) for begin in starts[k]]
        size = size.unsqueeze(-1) * torch.tensor(here)
    return _named(total / (size if divisor is None else divisor), name, input)


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    """(N, C, L) -> (N, C, windows)"""
    return _avg_pool(1, "SqueezeBackward1", input, kernel_size, stride, padding, ceil_mode, count_include_pad, None)


def avg_pool2d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
               divisor_override=None):
    """(N, C, H, W) -> (N, C, windows down, windows across)"""
    return _avg_pool(2, "AvgPool2DBackward0", input, kernel_size, stride, padding, ceil_mode,
                     count_include_pad, divisor_override)


def _adaptive_sizes(input, output_size, count):
    """One number for all axes, or one for each; None keeps the axis."""
    if output_size is None or isinstance(output_size, int):
        output_size = (output_size,) * count
    return [input.size(k - count) if size is None else size for k, size in enumerate(output_size)]


def _adaptive(input, sizes, fold):
    """fold(window) for each of sizes[0] (x sizes[1]) windows that together cover the plane."""
    axis = input.dim() - len(sizes)
    length, windows = input.size(axis), []
    for place in range(sizes[0]):
        begin = place * length // sizes[0]
        end = -((place + 1) * length // -sizes[0])
        part = input.narrow(axis, begin, end - begin)
        windows.append(fold(part) if len(sizes) == 1 else _adaptive_last(part, sizes[1], fold))
    return torch.stack(windows, dim=axis)


def _adaptive_last(rows, size, fold):
    """The windows of one band of rows."""
    length, windows = rows.size(-1), []
    for place in range(size):
        begin = place * length // size
        end = -((place + 1) * length // -size)
        windows.append(fold(rows[..., begin:end]))
    return torch.stack(windows, dim=-1)


def adaptive_avg_pool1d(input, output_size):
    """(N, C, L) -> (N, C, output_size)"""
    _check("adaptive_avg_pool1d", input, 1)
    size = output_size if isinstance(output_size, int) else output_size[0]
    return adaptive_avg_pool2d(input.unsqueeze(-2), (1, size)).squeeze(-2)


def adaptive_avg_pool2d(input, output_size):
    """(N, C, H, W) -> (N, C, *output_size)"""
    _check("adaptive_avg_pool2d", input, 2)
    sizes = _adaptive_sizes(input, output_size, 2)
    if sizes == [1, 1]:
        return input.mean((-1, -2), keepdim=True)
    output = _adaptive(input, sizes, lambda part: part.mean((-2, -1)))
    return _named(output, "AdaptiveAvgPool2DBackward0", input)


def adaptive_max_pool2d(input, output_size, return_indices=False):
    """(N, C, H, W) -> (N, C, *output_size)"""
    _check("adaptive_max_pool2d", input, 2)
    if return_indices:
        _unsupported("adaptive_max_pool2d(return_indices=True) is not supported")
    output = _adaptive(input, _adaptive_sizes(input, output_size, 2), lambda part: part.amax((-2, -1)))
    return _named(output, "AdaptiveMaxPool2DBackward0")


def _new_sizes(input, size, scale_factor):
    """The new size of each axis, and old cells per new cell where a factor says so."""
    if (size is None) == (scale_factor is None):
        raise ValueError("only one of size or scale_factor should be defined" if size is not None else
                         "either size or scale_factor should be defined")
    sizes, scales = [], []
    for k in range(input.dim() - 2):
        if size is not None:
            sizes.append(size if isinstance(size, int) else size[k])
            scales.append(None)
        else:
            factor = scale_factor if isinstance(scale_factor, (int, float)) else scale_factor[k]
            sizes.append(math.floor(input.size(2 + k) * factor))
            scales.append(1 / factor)
    return sizes, scales


def _stretched(x, dim, new, scale, align_corners):
    """One axis: each new cell between its two old neighbours."""
    old = x.size(dim)
    if align_corners:
        at = torch.arange(new, dtype=torch.float32) * ((old - 1) / (new - 1) if new > 1 else 0.0)
    else:
        at = (torch.arange(new, dtype=torch.float32) + 0.5) * (old / new if scale is None else scale) - 0.5
        at = at.clamp(min=0)
    low = at.long().clamp(max=old - 1)
    high = (low + 1).clamp(max=old - 1)
    shape = [new if k == dim else 1 for k in range(x.dim())]
    share = (at - low).to(x.dtype).view(shape)
    return x.index_select(dim, low) * (1 - share) + x.index_select(dim, high) * share


def interpolate(input, size=None, scale_factor=None, mode="nearest", align_corners=None,
                recompute_scale_factor=None, antialias=False):
    """(N, C, ...) with its last axes stretched: each new cell is the nearest old one, or lies between
    its neighbours."""
    count, linear = input.dim() - 2, {"linear": 1, "bilinear": 2, "trilinear": 3}
    if mode in linear:
        if linear[mode] != count:
            wanted = ("Got 3D input, but bilinear mode needs 4D input" if count == 1 else
                      f"Got {count + 2}D input, but {mode} mode needs {linear[mode] + 2}D input")
            raise NotImplementedError(wanted)
        sizes, scales = _new_sizes(input, size, scale_factor)
        output = input
        for k in reversed(range(count)):
            output = _stretched(output, 2 + k, sizes[k], scales[k], bool(align_corners))
        name = {1: "UpsampleLinear1D", 2: "UpsampleBilinear2D", 3: "UpsampleTrilinear3D"}[count]
        return _named(output, f"{name}Backward1")
    if mode not in ("nearest", "nearest-exact"):
        _unsupported(f"interpolate(mode='{mode}') is not supported: nearest, linear, bilinear and "
                     "trilinear are")
    if align_corners is not None:
        raise ValueError("align_corners option can only be set with the interpolating modes: "
                         "linear | bilinear | bicubic | trilinear")
    sizes, scales = _new_sizes(input, size, scale_factor)
    output, half = input, 0.5 if mode == "nearest-exact" else 0.0
    for k, new in enumerate(sizes):
        old = input.size(2 + k)
        scale = old / new if scales[k] is None else scales[k]
        index = [min(int(math.floor((place + half) * scale)), old - 1) for place in range(new)]
        output = output.index_select(2 + k, torch.tensor(index))
    exact = "Exact" if half else ""
    return _named(output, f"UpsampleNearest{exact}{count}DBackward1")
