# Holds formulas of gradients (torch._gradients says how they are read): cells that are moved, picked, written
# at places, joined and cut.

import math

import torch
import torch.nn.functional as F
from torch._gradients import _joined, _times, repeat__input


# --- moving ---

flip__input = lambda grad, dims: grad.flip(dims)
fliplr__input = lambda grad: grad.fliplr()
flipud__input = lambda grad: grad.flipud()
roll__input = lambda grad, shifts, dims: grad.roll([-s for s in shifts], dims)
rot90__input = lambda grad, k, dims: grad.rot90(-k, [0, 1] if dims is None else dims)
movedim__input = lambda grad, source, destination: grad.movedim(destination, source)
atleast_1d__input = lambda grad, input_shape: grad.reshape(input_shape)
atleast_2d__input = lambda grad, input_shape: grad.reshape(input_shape)
atleast_3d__input = lambda grad, input_shape: grad.reshape(input_shape)


def tile__input(grad, input_shape, dims):
    repeats = [1] * (len(input_shape) - len(dims)) + list(dims)
    return repeat__input(grad, input_shape, repeats)


def _cells_of(shape, stride):
    """The place of each cell of such a tensor in its storage, from its first cell on."""
    places = torch.zeros([], dtype=torch.int64)
    for size, step in zip(shape, stride):
        places = places.unsqueeze(-1) + torch.arange(size) * step
    return places


def _lies(shape, steps):
    """Whether cells lie one behind the other."""
    behind = 1
    for n, step in zip(reversed(shape), reversed(steps)):
        if n != 1 and step != behind:
            return False
        behind *= n
    return True


def as_strided__input(grad, input_layout, size, stride, storage_offset):
    shape, steps, offset = input_layout
    start = offset if storage_offset is None else storage_offset
    if start == offset and _lies(shape, steps) and _lies(size, stride) and \
            math.prod(shape) == math.prod(size):
        return grad.reshape(shape)
    whole, part = _cells_of(shape, steps) + offset, _cells_of(size, stride) + start
    if whole.numel() == 0 or part.numel() == 0:
        return grad.new_zeros(shape)
    cells = grad.new_zeros(max(int(whole.max()), int(part.max())) + 1)
    ones = grad.new_ones(whole.numel())
    shared = torch.zeros_like(cells).index_add(0, whole.reshape(-1), ones)
    overlaps = bool((shared > 1).any())
    cells = cells.index_add(0, part.reshape(-1), grad.reshape(-1))
    made = cells[whole.reshape(-1)].view(shape)
    return made / shared[whole.reshape(-1)].view(shape) if overlaps else made


def unfold__input(grad, input_shape, dimension, size, step):
    if len(input_shape) == 0:
        return grad.reshape([])
    dim = dimension % len(input_shape)
    places = torch.arange(input_shape[dim]).unfold(0, size, step).reshape(-1)
    parts = grad.movedim(-1, dim + 1).flatten(dim, dim + 1)
    return grad.new_zeros(input_shape).index_add(dim, places, parts)


def pad__input(grad, input_shape, pad, mode):
    """The cells that were copied into the margin give their gradients back."""
    for k in range(len(pad) // 2):
        dim, before, behind = len(input_shape) - 1 - k, pad[2 * k], pad[2 * k + 1]
        n = input_shape[dim]
        if mode == "constant":
            places = torch.arange(n + before + behind) - before
            inside = ((places >= 0) & (places < n)).nonzero().reshape(-1)
            grad = grad.new_zeros(list(grad.shape[:dim]) + [n] + list(grad.shape[dim + 1:])).index_copy(
                dim, places[inside], grad.index_select(dim, inside))
            continue
        numbers = torch.arange(n, dtype=torch.float64).view(1, 1, n)
        places = F.pad(numbers, (before, behind), mode).reshape(-1).long()
        shape = list(grad.shape)
        shape[dim] = n
        grad = grad.new_zeros(shape).index_add(dim, places, grad)
    return grad


# --- diagonals ---

def diag__input(grad, input_shape, diagonal):
    if len(input_shape) == 1:
        return grad.diagonal(diagonal)
    made = grad.new_zeros(input_shape)
    made.diagonal(diagonal).copy_(grad)
    return made


diagflat__input = lambda grad, input_shape, offset: grad.diagonal(offset).reshape(input_shape)


def diagonal__input(grad, input_shape, offset, dim1, dim2):
    made = grad.new_zeros(input_shape)
    made.diagonal(offset, dim1, dim2).copy_(grad)
    return made


diag_embed__input = lambda grad, offset, dim1, dim2: grad.diagonal(offset, dim1, dim2)


def trace__input(grad, input_shape):
    made = grad.new_zeros(input_shape)
    made.diagonal().copy_(grad.expand(min(input_shape)))
    return made


# --- picking ---

def take__input(grad, input_shape, index):
    made = grad.new_zeros(math.prod(input_shape))
    index = torch.where(index < 0, index + made.numel(), index)
    return made.index_add(0, index.reshape(-1), grad.reshape(-1)).view(input_shape)


def take_along_dim__input(grad, input_shape, indices, dim):
    if dim is None:
        return take__input(grad, input_shape, indices).view(input_shape)
    dim = dim % len(input_shape)
    one, other = list(input_shape), list(indices.shape)
    one[dim] = other[dim] = 1
    shared = list(torch.broadcast_shapes(one, other))
    whole, part = list(shared), list(shared)
    whole[dim], part[dim] = input_shape[dim], indices.size(dim)
    return grad.new_zeros(whole).scatter_add(dim, indices.expand(part), grad)


def masked_select__input(grad, input_shape, mask):
    shape = torch.broadcast_shapes(input_shape, mask.shape)
    return grad.new_zeros(shape).masked_scatter(mask, grad)


def repeat_interleave__input(grad, input_shape, repeats, dim):
    shape = [math.prod(input_shape)] if dim is None else list(input_shape)
    dim = 0 if dim is None else dim
    places = torch.arange(shape[dim]).repeat_interleave(repeats)
    return grad.new_zeros(shape).index_add(dim, places, grad).view(input_shape)


# --- writing at places ---

index_add__input = lambda grad: grad


def index_add__source(grad, source_shape, dim, index, alpha):
    part = grad.index_select(dim, index)
    return _times(part if len(source_shape) > 0 else part.reshape([]), alpha)


index_copy__input = lambda grad, dim, index: grad.index_fill(dim, index, 0)


def index_copy__source(grad, source_shape, dim, index):
    part = grad.index_select(dim, index)
    return part if len(source_shape) > 0 else part.reshape([])


index_fill__input = lambda grad, dim, index: grad.index_fill(dim, index, 0)
index_fill__value = lambda grad, dim, index: grad.index_select(dim, index).sum()


def index_put__input(grad, indices, values, accumulate):
    return grad if accumulate else grad.index_put(indices, torch.zeros_like(values))


index_put__values = lambda grad, indices: grad[tuple(indices)]
masked_scatter__input = lambda grad, mask: grad.masked_fill(mask, 0)


def masked_scatter__source(grad, source_shape, mask):
    taken = grad.masked_select(mask)
    rest = math.prod(source_shape) - taken.numel()
    return torch.cat([taken, grad.new_zeros(rest)]).view(source_shape)


scatter__input = lambda grad, dim, index: grad.scatter(dim, index, 0)
scatter__src = lambda grad, dim, index: grad.gather(dim, index)
scatter_add__input = lambda grad: grad
scatter_add__src = lambda grad, dim, index: grad.gather(dim, index)


# --- joining ---

def _cut(grad, dim, shapes, kept, item):
    """The part of one tensor; `kept`: the sizes of all along dim."""
    return grad.narrow(dim, sum(kept[:item]), kept[item]).reshape(shapes[item])


def hstack__tensors(grad, tensors_shape, item):
    flat = len(tensors_shape[0]) < 2
    kept = [math.prod(s) if flat else s[1] for s in tensors_shape]
    return _cut(grad, 0 if flat else 1, tensors_shape, kept, item)


def vstack__tensors(grad, tensors_shape, item):
    kept = [1 if len(s) < 2 else s[0] for s in tensors_shape]
    return _cut(grad, 0, tensors_shape, kept, item)


def column_stack__tensors(grad, tensors_shape, item):
    kept = [1 if len(s) < 2 else s[1] for s in tensors_shape]
    return _cut(grad, 1, tensors_shape, kept, item)


def dstack__tensors(grad, tensors_shape, item):
    kept = [1 if len(s) < 3 else s[2] for s in tensors_shape]
    return _cut(grad, 2, tensors_shape, kept, item)


def block_diag__tensors(grad, tensors_shape, item):
    rows = [s[0] if len(s) == 2 else 1 for s in tensors_shape]
    columns = [s[-1] if len(s) > 0 else 1 for s in tensors_shape]
    grad = grad.narrow(0, sum(rows[:item]), rows[item])
    return grad.narrow(1, sum(columns[:item]), columns[item]).reshape(tensors_shape[item])


def meshgrid__tensors(grads, tensors_shape, indexing, item):
    grad = grads[item]
    if grad is None:
        return None
    axis = 1 - item if indexing == "xy" and item < 2 and len(grads) > 1 else item
    others = [d for d in range(grad.dim()) if d != axis]
    return (grad.sum(others) if others else grad).reshape(tensors_shape[item])


broadcast_tensors__tensors = lambda grads, item: grads[item]


# --- cutting ---

def _cut_at(shape, dim, ends):
    """The sizes of the parts between the ends."""
    made, last = [], 0
    for end in list(ends) + [shape[dim]]:
        end = min(max(end + shape[dim] if end < 0 else end, 0), shape[dim])
        part = list(shape)
        part[dim] = max(end - last, 0)
        made.append(part)
        last = end
    return made


def _cut_evenly(shape, dim, count):
    """The sizes of `count` parts, the first ones larger by one where it does not come out even."""
    size, rest = shape[dim] // count, shape[dim] % count
    ends = [k * size + min(k, rest) for k in range(1, count)]
    return _cut_at(shape, dim, ends)


def _rejoined(grads, shape, dim, parts):
    """Where parts overlap, their gradients are added."""
    if sum([part[dim] for part in parts]) == shape[dim]:
        return _joined(grads, parts, dim)
    raise NotImplementedError("the gradient of parts that overlap is not computed")


def tensor_split__input(grads, input_shape, sections, dim):
    return _rejoined(grads, input_shape, dim, _cut_evenly(input_shape, dim, sections))


def tensor_split_at__input(grads, input_shape, indices, dim):
    return _rejoined(grads, input_shape, dim, _cut_at(input_shape, dim, indices))


def tensor_split_tensor__input(grads, input_shape, tensor_indices_or_sections, dim):
    where = tensor_indices_or_sections.tolist()
    parts = (_cut_at(input_shape, dim, where) if isinstance(where, list)
             else _cut_evenly(input_shape, dim, where))
    return _rejoined(grads, input_shape, dim, parts)


def hsplit__input(grads, input_shape, sections):
    dim = 0 if len(input_shape) == 1 else 1
    return _rejoined(grads, input_shape, dim, _cut_evenly(input_shape, dim, sections))


def hsplit_at__input(grads, input_shape, indices):
    dim = 0 if len(input_shape) == 1 else 1
    return _rejoined(grads, input_shape, dim, _cut_at(input_shape, dim, indices))


def vsplit__input(grads, input_shape, sections):
    return _rejoined(grads, input_shape, 0, _cut_evenly(input_shape, 0, sections))


def vsplit_at__input(grads, input_shape, indices):
    return _rejoined(grads, input_shape, 0, _cut_at(input_shape, 0, indices))


# --- differences of neighbours ---

def _of_diff(grad, input_shape, n, dim, before, behind):
    """Of the row that diff() took, its ends in front and behind included: as the later and as the earlier cell."""
    for k in range(n):
        if grad.size(dim) == 0:
            return (grad.new_zeros(input_shape),) * 2
        edge = torch.zeros_like(grad.narrow(dim, 0, 1))
        later, earlier = torch.cat([edge, grad], dim), torch.cat([-grad, edge], dim)
        if k + 1 < n:
            grad = later + earlier
    return later, earlier


def _of_ends(*of_diff):
    later, earlier = _of_diff(*of_diff)
    return later + earlier


def _length(shape, dim):
    return 0 if shape is None else shape[dim]


def diff__input(grad, input_shape, n, dim, prepend_shape, append_shape):
    if n == 0:
        return grad
    if prepend_shape is None and append_shape is None:
        return _of_diff(grad, input_shape, n, dim, None, None)
    whole = _of_ends(grad, input_shape, n, dim, prepend_shape, append_shape)
    return whole.narrow(dim, _length(prepend_shape, dim), input_shape[dim])


def diff__prepend(grad, input_shape, n, dim, prepend_shape, append_shape):
    whole = _of_ends(grad, input_shape, n, dim, prepend_shape, append_shape)
    return whole.narrow(dim, 0, prepend_shape[dim])


def diff__append(grad, input_shape, n, dim, prepend_shape, append_shape):
    whole = _of_ends(grad, input_shape, n, dim, prepend_shape, append_shape)
    return whole.narrow(dim, whole.size(dim) - append_shape[dim], append_shape[dim])
