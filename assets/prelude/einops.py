# Rearranges axes by their names: "b t (h d) -> b h t d". Each side of a pattern is a list of groups; a call
# is at most four steps: split the axes (reshape), order them (permute), reduce or add axes, join them
# (reshape).

import torch
from torch._C import _labelled


class EinopsError(RuntimeError):
    """A pattern that cannot be read, or that does not fit the tensor."""


class _Number:
    """An axis that is written as its length; two of the same length are different axes."""

    def __init__(self, length):
        self.length = length

    def __repr__(self):
        return f"{self.length}-axis"


_dots = ["…"]  # the group that "..." makes when it stands alone


def _parse(side):
    """One side of a pattern as a list of groups: "b (h d) 1 ..." -> [["b"], ["h", "d"], [], _dots]."""
    dots = side.count("...")
    if "." in side and dots == 0:
        raise EinopsError("Expression may contain dots only inside ellipsis (...)")
    if dots > 1 or side.count(".") > 3:
        raise EinopsError("Expression may contain dots only inside ellipsis (...); "
                          "only one ellipsis for tensor ")
    groups, group, seen = [], None, []
    for word in side.replace("(", " ( ").replace(")", " ) ").replace("...", " ... ").split():
        if word == "(":
            if group is not None:
                raise EinopsError("Axis composition is one-level (brackets inside brackets not allowed)")
            group = []
        elif word == ")":
            if group is None:
                raise EinopsError("Brackets are not balanced")
            groups.append(group)
            group = None
        else:
            axes = _axis(word, seen)
            if group is None:
                groups.append(_dots if word == "..." else axes)
            else:
                group.extend(axes)
    if group is not None:
        raise EinopsError(f'Imbalanced parentheses in expression: "{side}"')
    return groups


def _axis(word, seen):
    """The axis that a word names, as a list: an axis of length 1 is no axis at all."""
    if word == "1":
        return []
    if word.isdigit():
        return [_Number(int(word))]
    if word == "...":
        word = "…"
    else:
        for letter in word:
            if not letter.isalnum() and letter != "_":
                raise EinopsError(f"Unknown character '{letter}'")
        if word[0].isdigit():
            raise EinopsError(f"Invalid axis identifier: {word}\nnot a valid python identifier")
        if word[0] == "_" or word[-1] == "_":
            raise EinopsError(f"Invalid axis identifier: {word}\n"
                              "axis name should should not start or end with underscore")
    if word in seen:
        raise EinopsError(f'Indexing expression contains duplicate dimension "{word}"')
    seen.append(word)
    return [word]


def _spread(groups, dims):
    """Put the axes that "..." stands for in its place; alone it makes one group for each."""
    names = [f"…{i}" for i in range(dims)]
    spread = []
    for group in groups:
        if group is _dots:
            spread.extend([[name] for name in names])
        elif "…" in group:
            place = group.index("…")
            spread.append(group[:place] + names + group[place + 1:])
        else:
            spread.append(group)
    return spread


def _flat(groups):
    """All axes of all groups, in order."""
    return [axis for group in groups for axis in group]


def _only(axes, others):
    """The axes that the other side does not have, as a set for printing."""
    return set([axis for axis in axes if axis not in others])


def _check_sides(left, right, pattern, operation, lengths):
    """Does the operation allow axes on one side only?"""
    before, after = _flat(left), _flat(right)
    if "…" in after and "…" not in before:
        raise EinopsError(f"Ellipsis found in right side, but not left side of a pattern {pattern}")
    if "…" in before and not any([group is _dots for group in left]):
        raise EinopsError(f"Ellipsis inside parenthesis in the left side is not allowed: {pattern}")
    lost, new = _only(before, after), _only(after, before)
    if operation == "rearrange":
        if any([isinstance(axis, _Number) for axis in before + after]):
            raise EinopsError("Non-unitary anonymous axes are not supported in rearrange "
                              "(exception is length 1)")
        if lost or new:
            raise EinopsError("Identifiers only on one side of expression (should be on both): "
                              f"{lost | new}")
    elif operation == "repeat":
        if lost:
            raise EinopsError(f"Unexpected identifiers on the left side of repeat: {lost}")
        unknown = set([axis for axis in new
                       if not isinstance(axis, _Number) and axis not in lengths])
        if unknown:
            raise EinopsError(f"Specify sizes for new axes in repeat: {unknown}")
    elif callable(operation) or operation in ("min", "max", "sum", "mean", "prod", "any", "all"):
        if new:
            raise EinopsError(f"Unexpected identifiers on the right side of reduce {operation}: {new}")
    else:
        raise EinopsError(f"Unknown reduction {operation}. Expect one of "
                          "('min', 'max', 'sum', 'mean', 'prod', 'any', 'all').")


def _measure(groups, shape, lengths):
    """A dict from axes to lengths: the given ones, and what the tensor's shape leaves for the others."""
    known = dict(lengths)
    for axis in _flat(groups):
        if isinstance(axis, _Number):
            known[axis] = axis.length
    for group, size in zip(groups, shape):
        open_axes = [axis for axis in group if axis not in known]
        if len(open_axes) > 1:
            raise EinopsError(f"Could not infer sizes for {set(open_axes)}")
        product = 1
        for axis in group:
            product *= known.get(axis, 1)
        if not open_axes and size != product:
            raise EinopsError(f"Shape mismatch, {size} != {product}")
        if open_axes:
            if size % product != 0:
                raise EinopsError(f"Shape mismatch, can't divide axis of length {size} "
                                  f"in chunks of {product}")
            known[open_axes[0]] = size // product
    return known


def _name(axis):
    """What a length is called in a trace: the axis in the pattern, if it has a name there."""
    return "" if isinstance(axis, _Number) or axis.startswith("…") else axis


def _product(lengths):
    """The length of axes that are joined; none at all make an axis of length 1."""
    product = None
    for length in lengths:
        product = length if product is None else product * length
    return 1 if product is None else product


def _reduce_axes(tensor, operation, axes):
    """Take the named operation over some axes at once."""
    if callable(operation):
        return operation(tensor, tuple(axes))
    if operation == "mean":
        if not tensor.is_floating_point():
            raise NotImplementedError("reduce_mean is not available for non-floating tensors")
        return tensor.mean(axes)
    if operation == "sum":
        return tensor.sum(axes)
    if operation == "max":
        return tensor.amax(axes)
    if operation == "min":
        return tensor.amin(axes)
    for axis in reversed(sorted(axes)):
        tensor = getattr(tensor, operation)(axis)
    return tensor


def _transform(tensor, pattern, operation, lengths):
    """Split, order, reduce, add and join the axes of a tensor as the pattern says."""
    sides = pattern.split("->")
    if len(sides) != 2:
        raise ValueError(f"einops: the pattern '{pattern}' needs exactly one ->")
    left, right = _parse(sides[0]), _parse(sides[1])
    _check_sides(left, right, pattern, operation, lengths)
    dims = tensor.dim() - len(left)
    if "…" in _flat(left):
        if dims < -1:
            raise EinopsError(f"Wrong shape: expected >={len(left) - 1} dims. "
                              f"Received {tensor.dim()}-dim tensor.")
        left, right = _spread(left, dims + 1), _spread(right, dims + 1)
    elif dims != 0:
        raise EinopsError(f"Wrong shape: expected {len(left)} dims. Received {tensor.dim()}-dim tensor.")
    before, after = _flat(left), _flat(right)
    for name in lengths:
        if name not in before and name not in after:
            raise EinopsError(f"Axis {name} is not used in transform")
    sizes = _measure(left, tensor.shape, lengths)
    for axis in after:
        if isinstance(axis, _Number):
            sizes[axis] = axis.length
    sizes = {axis: _labelled(length, _name(axis)) for axis, length in sizes.items()}

    if any([len(group) != 1 for group in left]):
        tensor = tensor.reshape([sizes[axis] for axis in before])
    kept = [axis for axis in after if axis in before]
    order = [before.index(axis) for axis in kept + [axis for axis in before if axis not in after]]
    if order != list(range(len(order))):
        tensor = tensor.permute(order)
    if len(kept) < len(before):
        tensor = _reduce_axes(tensor, operation, list(range(len(kept), len(before))))
    if len(kept) < len(after):
        for place, axis in enumerate(after):
            if axis not in before:
                tensor = tensor.unsqueeze(place)
        tensor = tensor.expand([-1 if axis in before else sizes[axis] for axis in after])
    if any([len(group) != 1 for group in right]):
        tensor = tensor.reshape([_product([sizes[axis] for axis in group]) for group in right])
    return tensor


def _is_array(tensor):
    """One of NumPy's?"""
    return type(tensor).__module__ == "numpy"


def _numpy():
    """NumPy, read only when it is needed."""
    import numpy
    return numpy


def reduce(tensor, pattern, reduction, **axes_lengths):
    """Rearrange, and reduce the axes that are lost: reduce(x, "b t d -> b d", "mean")."""
    if isinstance(tensor, list):
        tensor = _numpy().stack(tensor) if _is_array(tensor[0]) else torch.stack(tensor)
    try:
        if _is_array(tensor):
            return _transform(torch.from_numpy(tensor), pattern, reduction, axes_lengths).numpy()
        return _transform(tensor, pattern, reduction, axes_lengths)
    except EinopsError as error:
        raise EinopsError(f' Error while processing {reduction}-reduction pattern "{pattern}".\n'
                          f" Input tensor shape: {tensor.shape}. "
                          f"Additional info: {axes_lengths}.\n {error}")


def rearrange(tensor, pattern, **axes_lengths):
    """Split, order, join axes: rearrange(x, "b t (h d) -> b h t d", h=2); lists are stacked."""
    return reduce(tensor, pattern, "rearrange", **axes_lengths)


def repeat(tensor, pattern, **axes_lengths):
    """Rearrange, and repeat along the axes that are new: repeat(x, "t d -> b t d", b=4)."""
    return reduce(tensor, pattern, "repeat", **axes_lengths)


def asnumpy(tensor):
    """The numbers as an array of NumPy, without gradients."""
    return tensor if _is_array(tensor) else tensor.detach().cpu().numpy()


def parse_shape(x, pattern):
    """A dict from the names in the pattern to the lengths of the axes; _ skips one."""
    names = pattern.split()
    if len(names) != len(x.shape):
        raise RuntimeError("Can't parse shape with different number of dimensions: "
                           f"{pattern} {x.shape}")
    return {name: size for name, size in zip(names, x.shape) if name != "_"}


def _letters_of(pattern):
    """A letter for each axis: its own name, else the first free letter of it, else any."""
    names = list(dict.fromkeys(pattern.replace("->", " ").replace(",", " ").replace("...", " ").split()))
    letters = {name: name for name in names if len(name) == 1 and name.isalpha()}
    for name in names:
        if name not in letters:
            free = [c for c in name + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                    if c.isascii() and c.isalpha() and c not in letters.values()]
            letters[name] = free[0]
    return letters


def einsum(*tensors_and_pattern):
    """einsum with whole words as axes: einsum(q, k, "b i d, b j d -> b i j")."""
    tensors, pattern = tensors_and_pattern[:-1], tensors_and_pattern[-1]
    if not isinstance(pattern, str):
        raise ValueError("The last argument passed to `einops.einsum` must be a string, "
                         "representing the einsum pattern.")
    if "->" not in pattern:
        raise ValueError("Einsum pattern must contain '->'.")
    letters, parts = _letters_of(pattern), []
    for part in pattern.replace("->", ",").split(","):
        short = ""
        for name in part.replace("...", " ... ").split():
            short += letters.get(name, "...")
        parts.append(short)
    return torch.einsum(",".join(parts[:-1]) + "->" + parts[-1], *tensors)


def _packed_axes(pattern, function):
    """The number of axes in front of * and behind it."""
    axes = pattern.split()
    if len(axes) != len(set(axes)):
        raise EinopsError(f"Duplicates in axes names in {function}(..., \"{pattern}\")")
    if "*" not in axes:
        raise EinopsError(f"No *-axis in {function}(..., \"{pattern}\")")
    for axis in axes:
        if axis == "*":
            continue
        reason = ("not a valid python identifier" if not axis.isidentifier() else
                  "axis name should should not start or end with underscore"
                  if axis[0] == "_" or axis[-1] == "_" else None)
        if reason:
            raise EinopsError(f"Invalid axis name {axis} in {function}(..., \"{pattern}\")")
    front = axes.index("*")
    return front, len(axes) - front - 1


def pack(tensors, pattern):
    """Join tensors along *, which stands for any number of axes; the tensor and what * stood for."""
    front, behind = _packed_axes(pattern, "pack")
    parts, shapes = [], []
    for place, tensor in enumerate(tensors):
        shape = tensor.shape
        if len(shape) < front + behind:
            raise EinopsError(f"packed tensor #{place} (enumeration starts with 0) has shape "
                              f"{tuple(shape) if isinstance(tensor, torch.Tensor) else shape}, "
                              f"while pattern {pattern} assumes at least {front + behind} axes")
        end = len(shape) - behind
        shapes.append(shape[front:end])
        parts.append(tensor.reshape(*shape[:front], -1, *shape[end:]))
    if isinstance(parts[0], torch.Tensor):
        return torch.cat(parts, dim=front), shapes
    return _numpy().concatenate(parts, axis=front), shapes


def _length(shape):
    """How many places of * a part takes."""
    length = 1
    for size in shape:
        length *= size
    return length


def unpack(tensor, packed_shapes, pattern):
    """Cut a tensor along * into parts of the given shapes; one length may be -1."""
    front, behind = _packed_axes(pattern, "unpack")
    shape = tensor.shape
    if len(shape) != front + 1 + behind:
        raise EinopsError(f"unpack(..., {pattern}) received input of wrong dim with shape {shape}")
    lengths = [-1 if -1 in part else _length(part) for part in packed_shapes]
    if lengths.count(-1) > 1:
        raise EinopsError(f"unpack(..., {pattern}) received more than one -1 in {packed_shapes} "
                          "and can't infer dimensions")
    if -1 in lengths:
        place = lengths.index(-1)
        lengths[place] = shape[front] - sum(lengths) - 1
    parts, start = [], 0
    for length, part in zip(lengths, packed_shapes):
        piece = tensor[(slice(None),) * front + (slice(start, start + length),)]
        start += length
        try:
            parts.append(piece.reshape(*shape[:front], *part, *shape[front + 1:]))
        except (RuntimeError, ValueError):
            start = -1
            break
    if start != shape[front]:
        raise EinopsError(f'Error during unpack(..., "{pattern}"): could not split axis of size '
                          f"{shape[front]} into requested {packed_shapes}")
    return parts
