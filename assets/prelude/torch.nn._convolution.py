# Computes the convolutions of torch.nn.functional: every window of the input as a row, times the weight as a
# matrix. Windows go over the last one, two or three axes; in front of them stand channels and perhaps a
# batch.

import torch
from torch._C import _named
from torch.nn._pooling import _sizes


def _patches(input, kernel, stride, dilation):
    """A view of all windows: (N, C, ...) -> (N, C, places..., kernel cells...)."""
    for axis in range(len(kernel)):
        reach = dilation[axis] * (kernel[axis] - 1) + 1
        input = input.unfold(2 + axis, reach, stride[axis])[..., ::dilation[axis]]
    return input


def _overlap(columns, places, kernel, stride, dilation, size):
    """Add the cells of all windows where they meet: (N, C, kernel..., places...) -> (N, C, *size)."""
    output = columns.new_zeros(columns.size(0), columns.size(1), *size)
    offsets = [()]
    for cells in kernel:
        offsets = [offset + (cell,) for offset in offsets for cell in range(cells)]
    for offset in offsets:
        where = [slice(None), slice(None)]
        for axis, cell in enumerate(offset):
            start = cell * dilation[axis]
            where.append(slice(start, start + (places[axis] - 1) * stride[axis] + 1, stride[axis]))
        output[tuple(where)] += columns[(slice(None), slice(None)) + offset]
    return output


def _edges(padding):
    """The same width on both sides of each axis, the last axis first, as pad() wants it."""
    return [width for width in reversed(padding) for _ in range(2)]


def _same(kernel, dilation):
    """The widths that keep the size; an odd one more behind."""
    edges = []
    for cells, gap in zip(reversed(kernel), reversed(dilation)):
        width = gap * (cells - 1)
        edges += [width // 2, width - width // 2]
    return edges


def _option(value, count, name):
    """One number for all axes, or one for each."""
    if isinstance(value, int):
        return (value,) * count
    value = tuple(value)
    if len(value) not in (1, count):
        raise RuntimeError(f"expected {name} to be a single integer value or a list of {count} values "
                           f"to match the convolution dimensions, but got {name}={list(value)}")
    return value * count if len(value) == 1 else value


_type_words = {torch.float32: "float", torch.float64: "double", torch.float16: "c10::Half",
               torch.bfloat16: "c10::BFloat16", torch.int64: "long int", torch.int32: "int",
               torch.int16: "short int", torch.int8: "signed char", torch.uint8: "unsigned char",
               torch.bool: "bool"}


def _check_types(input, weight, bias):
    """All of one type."""
    for name, other in (("weight", weight), ("bias", bias)):
        if name == "weight" and bias is not None and bias.dtype == weight.dtype:
            continue
        if other is not None and other.dtype != input.dtype:
            words = [_type_words.get(tensor.dtype, tensor.dtype) for tensor in (input, other)]
            raise RuntimeError(f"Input type ({words[0]}) and {name} type ({words[1]}) "
                               "should be the same")


def _check(input, weight, bias, groups, stride, padding, transposed):
    """Do axes, channels, groups and bias fit?"""
    if weight.dim() != input.dim():
        raise RuntimeError("expected stride to be a single integer value or a list of "
                           f"{weight.dim() - 2} values to match the convolution dimensions, but got "
                           f"stride={list(stride)}")
    if min(padding) < 0:
        raise RuntimeError("negative padding is not supported")
    if min(stride) <= 0:
        raise RuntimeError("non-positive stride is not supported")
    if groups <= 0:
        raise RuntimeError("non-positive groups is not supported")
    if weight.size(0) % groups != 0:
        raise RuntimeError(f"Given groups={groups}, expected weight to be divisible by {groups} at "
                           f"dimension 0, but got weight of size [{list(weight.shape)}] instead")
    wanted = weight.size(0) if transposed else weight.size(1) * groups
    if input.size(1) != wanted:
        word = "transposed=1" if transposed else f"groups={groups}"
        raise RuntimeError(f"Given {word}, weight of size {list(weight.shape)}, expected "
                           f"input{list(input.shape)} to have {wanted} channels, but got "
                           f"{input.size(1)} channels instead")
    count = weight.size(1) * groups if transposed else weight.size(0)
    if bias is not None and (bias.dim() != 1 or bias.size(0) != count):
        raise RuntimeError(f"Given {'transposed=1, ' if transposed else ''}weight of size "
                           f"{list(weight.shape)}, expected bias to be 1-dimensional with {count} "
                           f"elements, but got bias of size {list(bias.shape)} instead")


def _batched(input, count, name):
    """With a batch axis in front."""
    if input.dim() not in (count + 1, count + 2):
        raise RuntimeError(f"Expected {count + 1}D (unbatched) or {count + 2}D (batched) input to "
                           f"{name}, but got input of size: {list(input.shape)}")
    return input if input.dim() == count + 2 else input.unsqueeze(0)


def convolution(count, input, weight, bias, stride, padding, dilation, groups):
    """The products of every window with every filter."""
    alone = input.dim() == count + 1
    given = input = _batched(input, count, f"conv{count}d")
    stride = _option(stride, count, "stride")
    dilation = _option(dilation, count, "dilation")
    kernel = tuple(weight.shape[2:])
    if isinstance(padding, str):
        if padding not in ("same", "valid"):
            raise RuntimeError("Invalid padding string: '" + padding + "'")
        if padding == "same" and max(stride) > 1:
            raise RuntimeError("padding='same' is not supported for strided convolutions")
        edges = _same(kernel, dilation) if padding == "same" else [0, 0] * count
        padding = (0,) * count
    else:
        padding = _option(padding, count, "padding")
        edges = _edges(padding)
    _check(input, weight, bias, groups, stride, padding, False)
    _check_types(input, weight, bias)
    if max(edges) > 0:
        input = torch.nn.functional.pad(input, edges)
    reach = [gap * (cells - 1) + 1 for cells, gap in zip(kernel, dilation)]
    if any([size < cells for size, cells in zip(input.shape[2:], reach)]):
        raise RuntimeError("Calculated padded input size per channel: "
                           f"({' x '.join([str(size) for size in input.shape[2:]])}). Kernel size: "
                           f"({' x '.join([str(cells) for cells in reach])}). "
                           "Kernel size can't be greater than actual input size")
    patches = _patches(input, kernel, stride, dilation)
    places, axes = patches.shape[2:2 + count], list(range(2, 2 + count))
    if groups == 1:
        rows = patches.permute(0, *axes, 1, *[axis + count for axis in axes])
        rows = rows.flatten(1 + count).flatten(1, count)
        output = torch.nn.functional.linear(rows, weight.flatten(1), bias).transpose(1, 2)
    else:
        rows = patches.unflatten(1, (groups, -1))
        rows = rows.permute(0, 1, *[axis + 1 for axis in axes], 2, *[axis + 1 + count for axis in axes])
        rows = rows.flatten(2 + count).flatten(2, 1 + count)
        output = rows @ weight.flatten(1).unflatten(0, (groups, -1)).transpose(1, 2)
        output = output.transpose(2, 3).flatten(1, 2)
        output = output if bias is None else output + bias.unsqueeze(-1)
    output = output.reshape(output.size(0), output.size(1), *places).contiguous()
    return _result(output, alone, given, weight, bias)


def _result(output, alone, *inputs):
    """Without the batch axis if there was none."""
    if alone:
        return _named(output.squeeze(0), "SqueezeBackward1")
    return _named(output, "ConvolutionBackward0", *inputs)


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """(N, C, L), weight (out, C / groups, kernel) -> (N, out, places)"""
    return convolution(1, input, weight, bias, stride, padding, dilation, groups)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """(N, C, H, W), weight (out, C / groups, kernel rows, columns) -> (N, out, places down, across)"""
    return convolution(2, input, weight, bias, stride, padding, dilation, groups)


def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """(N, C, D, H, W), weight (out, C / groups, three sizes) -> (N, out, three counts)"""
    return convolution(3, input, weight, bias, stride, padding, dilation, groups)


def conv_transpose(count, input, weight, bias, stride, padding, output_padding, groups, dilation):
    """The transpose of a convolution: every cell sends its filters out, and what meets is added."""
    alone = input.dim() == count + 1
    given = input = _batched(input, count, f"conv_transpose{count}d")
    stride, dilation = _option(stride, count, "stride"), _option(dilation, count, "dilation")
    padding = _option(padding, count, "padding")
    extra = _option(output_padding, count, "output_padding")
    _check(input, weight, bias, groups, stride, padding, True)
    _check_types(input, weight, bias)
    kernel, places = tuple(weight.shape[2:]), tuple(input.shape[2:])
    for axis in range(count):
        if extra[axis] >= stride[axis] and extra[axis] >= dilation[axis]:
            raise RuntimeError("output padding must be smaller than either stride or dilation")
    cells = input.flatten(2).unflatten(1, (groups, -1))
    filters = weight.flatten(1).unflatten(0, (groups, -1))
    columns = (filters.transpose(1, 2) @ cells).flatten(1, 2)
    columns = columns.reshape(input.size(0), weight.size(1) * groups, *kernel, *places)
    full = [(places[k] - 1) * stride[k] + dilation[k] * (kernel[k] - 1) + 1 + extra[k]
            for k in range(count)]
    output = _overlap(columns, places, kernel, stride, dilation, full)
    for axis in range(count):
        output = output.narrow(2 + axis, padding[axis], full[axis] - 2 * padding[axis])
    if bias is not None:
        output = output + bias.reshape(-1, *[1] * count)
    return _result(output.contiguous(), alone, given, weight, bias)


def conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1,
                     dilation=1):
    """(N, C, L), weight (C, out / groups, kernel) -> (N, out, longer)"""
    return conv_transpose(1, input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1,
                     dilation=1):
    """(N, C, H, W), weight (C, out / groups, kernel rows, columns) -> (N, out, higher, wider)"""
    return conv_transpose(2, input, weight, bias, stride, padding, output_padding, groups, dilation)


def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    """(N, C, H, W) -> (N, C * cells of a window, windows): each window as a column."""
    if input.dim() == 3:
        return unfold(input[None], kernel_size, dilation, padding, stride)[0]
    kernel, dilation, padding, stride = (_sizes(value, 2, "unfold")
                                         for value in (kernel_size, dilation, padding, stride))
    padded = torch.nn.functional.pad(input, (padding[1], padding[1], padding[0], padding[0]))
    columns = _patches(padded, kernel, stride, dilation).permute(0, 1, 4, 5, 2, 3)
    return _named(columns.reshape(input.size(0), input.size(1) * kernel[0] * kernel[1], -1), "Im2ColBackward0")


def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """(N, C * cells of a window, windows) -> (N, C, *output_size): where windows meet, their cells are added."""
    if input.dim() == 2:
        return fold(input[None], output_size, kernel_size, dilation, padding, stride)[0]
    size, kernel, dilation, padding, stride = (_sizes(value, 2, "fold") for value in (
        output_size, kernel_size, dilation, padding, stride))
    whole = [size[k] + 2 * padding[k] for k in (0, 1)]
    places = [(whole[k] - dilation[k] * (kernel[k] - 1) - 1) // stride[k] + 1 for k in (0, 1)]
    if input.size(2) != places[0] * places[1]:
        raise RuntimeError(f"Given output_size=({size[0]}, {size[1]}), kernel_size=({kernel[0]}, {kernel[1]}), "
                           f"dilation=({dilation[0]}, {dilation[1]}), padding=({padding[0]}, {padding[1]}), "
                           f"stride=({stride[0]}, {stride[1]}), expected size of input's dimension 2 to match the "
                           f"calculated number of sliding blocks {places[0]} * {places[1]} = "
                           f"{places[0] * places[1]}, but got input.size(2)={input.size(2)}.")
    columns = input.reshape(input.size(0), -1, *kernel, *places)
    output = _overlap(columns, places, kernel, stride, dilation, whole)
    output = output[:, :, padding[0]:whole[0] - padding[0], padding[1]:whole[1] - padding[1]]
    return _named(output.contiguous(), "Col2ImBackward0")
