# Holds formulas of gradients (torch._gradients says how they are read): products that are given by their
# axes, and the algebra of matrices.

import math

import torch
from torch._gradients import _mm_left, _mm_right, _times


# --- a product and a sum ---

addbmm__input = lambda grad, beta: _times(grad, beta)


def addbmm__batch1(grad, batch1_shape, batch2, alpha):
    grad = grad.unsqueeze(0).expand(batch1_shape[0], batch1_shape[1], batch2.size(2))
    return _times(grad.bmm(batch2.transpose(1, 2)), alpha)


def addbmm__batch2(grad, batch1, batch2_shape, alpha):
    grad = grad.unsqueeze(0).expand(batch1.size(0), batch1.size(1), batch2_shape[2])
    return _times(batch1.transpose(1, 2).bmm(grad), alpha)


baddbmm__input = lambda grad, beta: _times(grad, beta)
baddbmm__batch1 = lambda grad, batch2, alpha: _times(grad.bmm(batch2.transpose(1, 2)), alpha)
baddbmm__batch2 = lambda grad, batch1, alpha: _times(batch1.transpose(1, 2).bmm(grad), alpha)
addmv__input = lambda grad, beta: _times(grad, beta)
addmv__mat = lambda grad, vec, alpha: _times(grad.ger(vec), alpha)
addmv__vec = lambda grad, mat, alpha: _times(mat.t().mv(grad), alpha)
addr__input = lambda grad, beta: _times(grad, beta)
addr__vec1 = lambda grad, vec2, alpha: _times(grad.mv(vec2), alpha)
addr__vec2 = lambda grad, vec1, alpha: _times(grad.t().mv(vec1), alpha)


# --- products by their axes ---

def _axes_of(dims, a_dims, b_dims):
    """Which axes tensordot() sums over."""
    if isinstance(dims, torch.Tensor):
        dims = dims.tolist()
    if isinstance(dims, int):
        return list(range(a_dims - dims, a_dims)), list(range(dims))
    left, right = dims
    left = [left] if isinstance(left, int) else list(left)
    right = [right] if isinstance(right, int) else list(right)
    return [d % a_dims for d in left], [d % b_dims for d in right]


def _back(order):
    """The permutation that undoes `order`."""
    made = [0] * len(order)
    for place, dim in enumerate(order):
        made[dim] = place
    return made


def _contraction(grad, a, b, left, right, wants_left):
    """The gradient of a or b in the sum over the axes left of a and right of b."""
    for da, db in zip(left, right):  # an axis of one cell is summed before
        if a.size(da) == 1:
            b = b.sum(db, True)
        elif b.size(db) == 1:
            a = a.sum(da, True)
    free_a = [d for d in range(a.dim()) if d not in left]
    free_b = [d for d in range(b.dim()) if d not in right]
    inner = math.prod([a.size(d) for d in left])
    turned_a, turned_b = a.permute(free_a + left), b.permute(right + free_b)
    matrix_a = turned_a.reshape(math.prod([a.size(d) for d in free_a]), inner)
    matrix_b = turned_b.reshape(inner, math.prod([b.size(d) for d in free_b]))
    grad = grad.reshape(matrix_a.size(0), matrix_b.size(1))
    if wants_left:
        return _mm_left(grad, matrix_a, matrix_b).reshape(turned_a.shape).permute(_back(free_a + left))
    return _mm_right(grad, matrix_a, matrix_b).reshape(turned_b.shape).permute(_back(right + free_b))


def tensordot__a(grad, a, b, dims):
    left, right = _axes_of(dims, a.dim(), b.dim())
    return _contraction(grad, a, b, left, right, True).expand(a.shape)


def tensordot__b(grad, a, b, dims):
    left, right = _axes_of(dims, a.dim(), b.dim())
    return _contraction(grad, a, b, left, right, False).expand(b.shape)


def inner__input(grad, input, other):
    if input.dim() == 0 or other.dim() == 0:
        return grad * other
    return _contraction(grad, input, other, [input.dim() - 1], [other.dim() - 1], True)


def inner__other(grad, input, other):
    if input.dim() == 0 or other.dim() == 0:
        return grad * input
    return _contraction(grad, input, other, [input.dim() - 1], [other.dim() - 1], False)


_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def _spell_out(equation, shapes):
    """The letters of each operand and of the result, with letters for what ... stands for."""
    left, arrow, right = equation.replace(" ", "").partition("->")
    terms = left.split(",")
    spare = [c for c in _LETTERS if c not in equation]
    width = 0
    for term, shape in zip(terms, shapes):
        if "..." in term:
            width = max(width, len(shape) - (len(term) - 3))
    dots = "".join(spare[:width])
    whole = []
    for term, shape in zip(terms, shapes):
        own = len(shape) - (len(term) - 3)
        whole.append(term.replace("...", dots[width - own:] if own > 0 else ""))
    if arrow == "":
        letters = "".join(terms).replace(".", "")
        right = "".join(sorted([c for c in set(letters) if letters.count(c) == 1]))
        right = dots + right
    return whole, right.replace("...", dots)


def _of_operand(grad, out, k, terms, operands):
    """The gradient of operand k: the product of grad and all others, summed to its letters."""
    term, x = terms[k], operands[k]
    own = "".join(sorted(set(term), key=term.index))
    others = [(t, o) for j, (t, o) in enumerate(zip(terms, operands)) if j != k]
    known = out + "".join([t for t, _ in others])
    kept = "".join([c for c in own if c in known])
    sizes = {}
    for t, o in zip(terms, operands):
        for c, n in zip(t, o.shape):
            sizes[c] = max(n, sizes.get(c, 1))
    grad = grad.expand([sizes[c] for c in out])
    made = torch.einsum(",".join([out] + [t for t, _ in others]) + "->" + kept, grad,
                        *[o for _, o in others])
    for place, c in enumerate(own):
        if c not in known:
            made = made.unsqueeze(place)
    made = made.expand([sizes[c] if c in known or c in own else 1 for c in own])
    order = list(own)
    for c in own:  # a letter twice is a diagonal
        if term.count(c) > 2:
            raise NotImplementedError("the gradient of einsum() with a letter three times is not"
                                      " computed")
        if term.count(c) == 2:
            made = made.movedim(order.index(c), -1).diag_embed()
            order.remove(c)
            order += [c, c]
    places = []
    for c in term:
        places.append(order.index(c))
        order[places[-1]] = ""
    return made.permute(places)


def _of_cells(grad, out, term, other_term, other):
    """The gradient of one factor where cells are multiplied: grad times the other one, which is laid
    out as `out`, added up where the factor was repeated."""
    order = [other_term.index(c) for c in out if c in other_term]
    other = other.permute(order).reshape([other.size(other_term.index(c)) if c in other_term else 1
                                          for c in out])
    made, gone = grad * other, [k for k, c in enumerate(out) if c not in term]
    made = made.sum(gone) if gone else made
    left = [c for c in out if c in term]
    return made.permute([left.index(c) for c in term])


def _pair(grad, out, terms, a, b, item):
    """The gradient of one of two operands, by the one product of matrices that PyTorch makes of them;
    None when it takes more steps."""
    left, right = terms
    for term in terms:
        if len(set(term)) < len(term) or any([c not in out and c not in left + right for c in term]):
            return None
    if any([(c in left) + (c in right) < 2 and c not in out for c in left + right]):
        return None
    both = [c for c in out if c in left and c in right]
    summed = sorted([c for c in left if c in right and c not in out])
    rows, columns = [c for c in out if c not in right], [c for c in out if c not in left]
    sizes = {c: n for t, x in ((left, a), (right, b)) for c, n in zip(t, x.shape)}
    if any([sizes[c] != n for t, x in ((left, a), (right, b)) for c, n in zip(t, x.shape)]):
        return None  # an axis of one cell is repeated

    def cells(letters):
        return math.prod([sizes[c] for c in letters])

    if cells(summed) == 1:  # no product of matrices, but one of cells
        grad, out = grad.reshape(list(grad.shape) + [1] * len(summed)), out + "".join(summed)
        return _of_cells(grad, out, right, left, a) if item else _of_cells(grad, out, left, right, b)

    def matrices(x, term, order, height, width):
        x = x if order == list(term) else x.permute([term.index(c) for c in order])
        return x.reshape(cells(both), cells(height), cells(width))

    def as_operand(made, term, order):
        made = made.reshape([sizes[c] for c in order])
        return made if order == list(term) else made.permute([order.index(c) for c in term])

    grad = matrices(grad, out, both + rows + columns, rows, columns)
    if item == 0:
        second = matrices(b, right, both + summed + columns, summed, columns)
        return as_operand(grad.bmm(second.transpose(1, 2)), left, both + rows + summed)
    first = matrices(a, left, both + rows + summed, rows, summed)
    return as_operand(first.transpose(1, 2).bmm(grad), right, both + summed + columns)


def einsum__operands(grad, equation, operands, item):
    terms, out = _spell_out(equation, [o.shape for o in operands])
    made = _pair(grad, out, terms, *operands, item) if len(operands) == 2 else None
    return _of_operand(grad, out, item, terms, operands) if made is None else made


# --- the algebra of matrices ---

def _on_diagonal(factor, a):
    """factor times the transposed inverse of a: the solution for a matrix with factor on its diagonal."""
    turned = a.transpose(-2, -1)
    return torch.linalg.solve(turned, factor.unsqueeze(-1).expand(a.shape[:-1]).diag_embed())


det__input = lambda grad, input, result: _on_diagonal(grad * result, input)


def slogdet__input(grads, input):
    if grads[1] is None:
        return torch.zeros_like(input)
    return _on_diagonal(grads[1], input)


def inverse__input(grad, result):
    turned = result.transpose(-2, -1)
    return -torch.matmul(turned, torch.matmul(grad, turned))


def _is_vector(a, b):
    """Whether solve() took b for one column, or a stack of columns."""
    return b.dim() == 1 or (a.dim() - 1 == b.dim() and b.shape == a.shape[:-1])


solve__B = lambda grad, A, B: torch.linalg.solve(A.transpose(-2, -1), grad)


def solve__A(grad, A, B, result):
    made = torch.linalg.solve(A.transpose(-2, -1), grad)
    if _is_vector(A, B):
        return -(made.unsqueeze(-1) * result.unsqueeze(-2))
    return -made.matmul(result.transpose(-2, -1))


def _upwards(lower, right):
    """x with lower' x = right. Of a triangle LU finds nothing to do, if its columns are neighbours in
    memory."""
    return torch.linalg.solve(lower.contiguous().transpose(-2, -1), right)


def _from_right(lower, left):
    """x with x lower = left: four columns at a time, the last ones first."""
    end, done = lower.size(-1), None
    while end > 0:
        start = end - (end & 1 or end & 2 or 4)
        part = left[..., start:end]
        if done is not None:
            part = part - done.matmul(lower[..., end:, start:end])
        part = _upwards(lower[..., start:end, start:end], part.transpose(-2, -1)).transpose(-2, -1)
        done = part if done is None else torch.cat([part, done], -1)
        end = start
    return done


def cholesky__input(grad, result, upper):
    lower = result.transpose(-2, -1) if upper else result
    grad = grad.transpose(-2, -1) if upper else grad
    middle = lower.transpose(-2, -1).matmul(grad).tril()
    middle = middle + middle.tril(-1).transpose(-2, -1)
    return _from_right(lower, _upwards(lower, middle)) * 0.5


def svdvals__A(grad, A):
    u, _, vh = torch.linalg.svd(A, False)
    return (u * grad.unsqueeze(-2)).matmul(vh)
