# Holds formulas of gradients (torch._gradients says how they are read): sums and their kin, scans, what is
# chosen by size.

import math

import torch
from torch._gradients import _dims, _folded, _spread, _std, _var, _with_axes, _at_places


# --- largest, smallest, middle ---

def _to_equals(grad, input, result, dim, keepdim):
    """To all cells over dim that are as large as the result, in equal parts."""
    grad = _with_axes(grad, dim, keepdim, input.dim())
    mask = input == _with_axes(result, dim, keepdim, input.dim())
    if input.dim() == 0:
        return grad
    return (grad * mask) / mask.sum(_dims(dim, input.dim()), True)


amax__input = lambda grad, input, result, dim, keepdim: _to_equals(grad, input, result, dim, keepdim)
amin__input = lambda grad, input, result, dim, keepdim: _to_equals(grad, input, result, dim, keepdim)
median__input = lambda grad, input, result: _spread(grad, input, result)
nanmedian__input = lambda grad, input, result: _spread(grad, input, result)


def median_dim__input(grad, input_shape, result1, dim, keepdim):
    return _at_places(grad, input_shape, result1, dim, keepdim)


def nanmedian_dim__input(grad, input_shape, result1, dim, keepdim):
    return _at_places(grad, input_shape, result1, dim, keepdim)


def kthvalue__input(grad, input_shape, result1, dim, keepdim):
    return _at_places(grad, input_shape, result1, dim, keepdim)


def mode__input(grad, input_shape, result1, dim, keepdim):
    return _at_places(grad, input_shape, result1, dim, keepdim)


def msort__input(grad, input):
    if input.dim() == 0:
        return grad
    places = input.sort(0)[1]
    return grad.new_zeros(input.shape).scatter(0, places, grad)


def _between(rank, interpolation):
    """The share of the upper neighbour of a place between two cells."""
    part = rank - rank.floor()
    if interpolation == "linear":
        return part
    if interpolation == "midpoint":
        return torch.where(part > 0, 0.5, 0.0).to(rank.dtype)
    if interpolation == "lower":
        return torch.zeros_like(rank)
    if interpolation == "higher":
        return torch.ones_like(rank)
    return rank.round() - rank.floor()


def _ranks(input, q, dim):
    """The cells along the last axis, their order, the shares, and the place of each in that order."""
    x = input.reshape(-1) if dim is None or input.dim() == 0 else input.movedim(dim, -1)
    q = q if isinstance(q, torch.Tensor) else torch.tensor(q, dtype=input.dtype)
    rank = q.to(input.dtype).reshape(-1) * (x.size(-1) - 1)
    return x, x.sort(-1)[1], q, rank


def _by_rank(grad, x, q, keepdim):
    """The gradient with the axis of q as the last one."""
    if keepdim:  # the folded axes go
        grad = grad.reshape(([q.numel()] if q.dim() else [1]) + list(x.shape[:-1]))
    return grad.reshape([q.numel()] + list(x.shape[:-1])).movedim(0, -1)


def quantile__input(grad, input, q, dim, keepdim, interpolation):
    x, places, q, rank = _ranks(input, q, dim)
    upper = _between(rank, interpolation)
    grad = _by_rank(grad, x, q, keepdim)
    made = torch.zeros_like(x)
    for share, side in ((1 - upper, rank.floor()), (upper, rank.ceil())):
        at = places.index_select(-1, side.long())
        made = made.scatter_add(-1, at, grad * share)
    return made.view(input.shape) if x.dim() > input.dim() or dim is None else made.movedim(-1, dim)


def quantile__q(grad, input, q, dim, keepdim, interpolation):
    x, places, _, rank = _ranks(input, q, dim)
    if interpolation != "linear":
        return torch.zeros_like(q)
    sides = [x.gather(-1, places.index_select(-1, side.long()))
             for side in (rank.floor(), rank.ceil())]
    steps = _by_rank(grad, x, q, keepdim) * (sides[1] - sides[0]) * (x.size(-1) - 1)
    return steps.reshape(-1, q.numel()).sum(0).view(q.shape)


# --- norms ---

def _norm(grad, input, result, p, dim, keepdim):
    """Of the norm over dim."""
    norm = _with_axes(result, dim, keepdim, input.dim())
    grad = _with_axes(grad, dim, keepdim, input.dim())
    if p == 0:
        return torch.zeros_like(input)
    if p == 1:
        return input.sgn() * grad
    if p == 2:
        return grad * (input / norm).masked_fill_(norm == 0, 0)
    if math.isinf(p):
        size = input.abs()
        mask = (size == norm) | size.isnan()
        return input.sgn() * ((grad / mask.sum(_dims(dim, input.dim()), True)) * mask)
    if p < 1:
        scaled = input.sgn() * input.abs().pow(p - 1).masked_fill_(input == 0, 0)
        return scaled * (grad * norm.pow(1 - p))
    if p < 2:
        scaled = input.sgn() * input.abs().pow(p - 1)
    else:
        scaled = input * input.abs().pow(p - 2)
    return scaled * (grad / norm.pow(p - 1)).masked_fill_(norm == 0, 0)


def norm__input(grad, input, result, p, dim, keepdim):
    if isinstance(p, str):
        if p == "nuc":
            u, _, vh = torch.linalg.svd(input, False)
            return grad * (u @ vh)
        p = 2
    return _norm(grad, input, result, 2 if p is None else p, dim, keepdim)


def linalg_vector_norm__input(grad, input, result, ord, dim, keepdim):
    return _norm(grad, input, result, ord, dim, keepdim)


dist__input = lambda grad, input, other, result, p: _norm(grad, input - other, result, p, None, False)
dist__other = lambda grad, input, other, result, p: -_norm(grad, input - other, result, p, None, False)


def _of_distance(grad, difference, result, p):
    """Of each coordinate in the distance of two points."""
    grad, result = grad.unsqueeze(-1), result.unsqueeze(-1)
    if p == 0:
        return torch.zeros_like(difference)
    if p == 1:
        return grad * difference.sign()
    if math.isinf(p):
        return grad * difference.sign() * (difference.abs() == result)
    if p == 2:
        return (grad * difference / result).masked_fill_(result == 0, 0)
    slope = difference * difference.abs().pow(p - 2) * grad / result.pow(p - 1)
    return slope.masked_fill_((result == 0) | (difference == 0), 0)


def _one_by_one(x, dim):
    """The sum over dim, one after the other."""
    if torch.is_grad_enabled():
        return x.sum(dim)
    rows = x.movedim(dim, 0)
    return torch._layer_norm_bias_backward(rows, rows.shape[1:])


def cdist__x1(grad, x1, x2, result, p):
    difference = x1.unsqueeze(-2) - x2.unsqueeze(-3)
    return _one_by_one(_of_distance(grad, difference, result, p), -2)


def cdist__x2(grad, x1, x2, result, p):
    difference = x2.unsqueeze(-3) - x1.unsqueeze(-2)
    return _one_by_one(_of_distance(grad, difference, result, p), -3)


# --- sums ---

def nansum__input(grad, input, dim, keepdim):
    grad = _with_axes(grad, dim, keepdim, input.dim()).expand(input.shape)
    return grad * input.isnan().logical_not()


def nanmean__input(grad, input, dim, keepdim):
    counted = input.isnan().logical_not()
    if dim is None or (isinstance(dim, (tuple, list)) and len(dim) == 0):
        count = counted.sum()
    else:
        count = counted.sum(dim, keepdim)
    return nansum__input(grad / count, input, dim, keepdim)


def _var_and_mean(grads, result0, input, dim, unbiased, keepdim, roots):
    """Of the variance (or its root) and the mean at once."""
    made = None
    if grads[0] is not None:
        made = (_std(grads[0], input, result0, dim, int(unbiased), keepdim) if roots
                else _var(grads[0], input, dim, int(unbiased), keepdim))
    if grads[1] is None:
        return made
    whole = _with_axes(grads[1], dim, keepdim, input.dim()).expand(input.shape)
    mean = whole / _folded(input.shape, dim)
    return mean if made is None else made + mean


def var_mean__input(grads, input, dim, unbiased, keepdim):
    return _var_and_mean(grads, None, input, dim, unbiased, keepdim, False)


def var_mean_all__input(grads, input, unbiased):
    return _var_and_mean(grads, None, input, None, unbiased, False, False)


def std_mean__input(grads, result, input, dim, unbiased, keepdim):
    return _var_and_mean(grads, result, input, dim, unbiased, keepdim, True)


def std_mean_all__input(grads, result, input, unbiased):
    return _var_and_mean(grads, result, input, None, unbiased, False, True)


def cov__input(grad, input, correction):
    x = input.reshape(1, -1) if input.dim() < 2 else input
    count = x.size(1)
    centred = x - x.mean(1, True)
    grad = grad.reshape(x.size(0), x.size(0)) / (count - correction)
    made = grad.mm(centred) + centred.t().mm(grad).t()
    of_mean = (-made).sum(1, True) / count
    return (made + of_mean).view(input.shape) if input.dim() < 2 else (made, of_mean)


def corrcoef__input(grad, input):
    shared = torch.cov(input)
    if shared.dim() == 0:  # itself divided by itself
        return cov__input(grad / shared + -grad * ((shared / shared) / shared), input, 1)
    deviation = shared.diagonal().sqrt()
    divided = shared / deviation.view(-1, 1)
    inside = (divided / deviation.view(1, -1)).abs() <= 1
    grad = torch.where(inside, grad, 0.0)
    across = -grad * ((divided / deviation) / deviation)
    grad = grad / deviation.view(1, -1)
    down = -grad * ((shared / deviation.view(-1, 1)) / deviation.view(-1, 1))
    of_deviation = (across.sum(0) + down.sum(1)) / (2 * deviation)
    return cov__input(grad / deviation.view(-1, 1) + of_deviation.diag(), input, 1)


# --- products of cells ---

def _products_of_others(x, dim):
    """For each cell the product of all others along dim."""
    one = torch.ones_like(x.narrow(dim, 0, 1))
    count = x.size(dim) - 1
    before = torch.cat([one, x.narrow(dim, 0, count)], dim).cumprod(dim)
    behind = torch.cat([one, x.narrow(dim, 1, count).flip(dim)], dim).cumprod(dim).flip(dim)
    return before * behind


def prod__input(grad, input, result):
    if input.dim() == 0:
        return grad.clone()
    zeros = int((input == 0).sum())
    if zeros == 0:
        return grad * (result / input)
    if zeros > 1:
        return torch.zeros_like(input)
    return (grad * _products_of_others(input.reshape(-1), 0)).view(input.shape)


def prod_dim__input(grad, input, result, dim, keepdim):
    if input.dim() == 0:
        return grad.clone()
    grad = _with_axes(grad, dim, keepdim, input.dim())
    if bool((input == 0).any()):
        return grad * _products_of_others(input, dim)
    return grad * (_with_axes(result, dim, keepdim, input.dim()) / input)


def _from_the_end(x, dim):
    return x.flip(dim).cumsum(dim).flip(dim)


def cumprod__input(grad, input, result, dim):
    if input.dim() == 0 or input.numel() <= 1 or input.size(dim) == 1:
        return grad
    if not bool((input == 0).any()):
        return _from_the_end(result * grad, dim).div(input)
    parts = []  # each cell's share in all products behind it, itself left out
    for k in range(input.size(dim)):
        factors = input.clone()
        factors.select(dim, k).fill_(1)
        products = factors.cumprod(dim).narrow(dim, k, input.size(dim) - k)
        parts.append((products * grad.narrow(dim, k, input.size(dim) - k)).sum(dim))
    return torch.stack(parts, dim)


def _scan(grad, input_shape, result1, dim):
    """To the cells that were the largest or smallest so far."""
    if len(input_shape) == 0:
        return grad
    return grad.new_zeros(input_shape).scatter_add(dim, result1, grad)


def _log_from_the_end(x, dim):
    return x.flip(dim).logcumsumexp(dim).flip(dim)


def logcumsumexp__input(grad, input, result, dim):
    if grad.dim() == 0 or grad.numel() == 0:
        return grad
    least = torch.full_like(grad, torch.finfo(grad.dtype).min)
    above = torch.where(grad > 0, grad.log(), least)
    below = torch.where(grad < 0, (-grad).log(), least)
    return ((_log_from_the_end(above - result, dim) + input).exp()
            - (_log_from_the_end(below - result, dim) + input).exp())


cummax__input = lambda grad, input_shape, result1, dim: _scan(grad, input_shape, result1, dim)
cummin__input = lambda grad, input_shape, result1, dim: _scan(grad, input_shape, result1, dim)
