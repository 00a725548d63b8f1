# Holds the formulas of gradients. A function ID__ARGUMENT gives the gradient of that argument of the row ID
# of ops.def; its parameters say what it needs (src/torch/grad/rule.h): grad, grads, result, an argument, the
# sizes of one (input_shape). A gradient of more cells than its tensor, by broadcasting, is added up by the
# engine. Helpers begin with one underscore.
#
# The formulas are PyTorch 1.13's, in its order of steps: it decides the last digits.

import math

import torch
import torch.nn.functional as F


# --- what several formulas need ---

def _is_one(number):
    """Whether a factor changes nothing."""
    return not isinstance(number, torch.Tensor) and number == 1


def _times(grad, factor):
    """grad * factor, and grad itself for a factor of 1."""
    return grad if _is_one(factor) else grad * factor


def _dims(dim, ndim):
    """The axes that `dim` names, from 0 on; all of them for None or an empty tuple."""
    if dim is None or (isinstance(dim, (tuple, list)) and len(dim) == 0):
        return list(range(ndim))
    dims = list(dim) if isinstance(dim, (tuple, list)) else [dim]
    return [d % ndim if ndim > 0 else 0 for d in dims]


def _with_axes(x, dim, keepdim, ndim):
    """A result of a reduction, with the folded axes as axes of one cell."""
    if keepdim or ndim == 0:
        return x
    for d in sorted(_dims(dim, ndim)):
        x = x.unsqueeze(d)
    return x


def _folded(shape, dim):
    """How many cells become one."""
    return math.prod([shape[d] for d in _dims(dim, len(shape))]) if len(shape) > 0 else 1


def _scatter_at(shape, grad, dim, places):
    """Zeros, but for grad at the places along dim."""
    return grad.new_zeros(shape).scatter(dim, places, grad)


# --- additions and products, cell by cell ---

add__input = lambda grad: grad
add__other = lambda grad, alpha: _times(grad, alpha)
sub__input = lambda grad: grad
sub__other = lambda grad, alpha: _times(-grad, alpha)
rsub__input = lambda grad, alpha: _times(-grad, alpha)
rsub__other = lambda grad: grad
mul__input = lambda grad, other: grad * other
mul__other = lambda grad, input: grad * input


def div__input(grad, other, rounding_mode):
    return grad / other if rounding_mode is None else torch.zeros_like(grad)


def div__other(grad, input, other, rounding_mode):
    if rounding_mode is not None:
        return torch.zeros_like(grad)
    return -grad * ((input / other) / other)


true_divide__input = lambda grad, other: grad / other
true_divide__other = lambda grad, input, other: -grad * ((input / other) / other)


def rdiv__input(grad, input, other):
    # other / input is a reciprocal and a product
    return (-(grad * other)) * (input.reciprocal() * input.reciprocal())


neg__input = lambda grad: -grad
reciprocal__input = lambda grad, result: -grad * (result * result)


def pow__input(grad, input, exponent):
    if not isinstance(exponent, torch.Tensor):
        if exponent == 0.0:
            return torch.zeros_like(input)
        return grad * (exponent * input.pow(exponent - 1))
    return torch.where(exponent == 0.0, torch.zeros_like(grad),
                       grad * (exponent * input.pow(exponent - 1)))


def pow__exponent(grad, input, exponent, result):
    if not isinstance(input, torch.Tensor):
        log = math.log(input) if input > 0 else -math.inf if input == 0 else math.nan
        made = grad * (result * log)
        return torch.where(exponent >= 0, torch.zeros_like(grad), made) if input == 0 else made
    nothing = torch.logical_and(input == 0, exponent >= 0)
    return grad * torch.where(nothing, torch.zeros_like(grad), result * input.log())


square__input = lambda grad, input: grad * (2 * input.pow(1))
addcmul__input = lambda grad: grad
addcmul__tensor1 = lambda grad, tensor2, value: grad * (tensor2 * value)
addcmul__tensor2 = lambda grad, tensor1, value: grad * (tensor1 * value)
addcdiv__input = lambda grad: grad
addcdiv__tensor1 = lambda grad, tensor2, value: grad * (value / tensor2)
addcdiv__tensor2 = lambda grad, tensor1, tensor2, value: -grad * ((value * tensor1) / (tensor2 * tensor2))
lerp__input = lambda grad, weight: grad * (1 - weight)
lerp__end = lambda grad, weight: grad * weight
lerp__weight = lambda grad, input, end: grad * (end - input)


# --- functions of one cell ---

exp__input = lambda grad, result: grad * result
log__input = lambda grad, input: grad.div(input)
log2__input = lambda grad, input: grad / (input * 0.6931471805599453)
log10__input = lambda grad, input: grad / (input * 2.3025850929940456)
log1p__input = lambda grad, input: grad / (input + 1)
sqrt__input = lambda grad, result: grad / (2 * result)
rsqrt__input = lambda grad, result: -0.5 * grad * result.pow(3)
abs__input = lambda grad, input: grad * input.sgn()
sin__input = lambda grad, input: grad * input.cos()
cos__input = lambda grad, input: grad * -input.sin()
tan__input = lambda grad, result: grad * (1 + result.pow(2))


def tanh__input(grad, result):
    if torch.is_grad_enabled():
        return grad * (1 - result * result)
    return torch._tanh_backward(grad, result)


sigmoid__input = lambda grad, result: grad * (1 - result) * result
relu__input = lambda grad, result: _relu(grad, result)
relu_in__input = lambda grad, result: _relu(grad, result)
sign__input = lambda grad: torch.zeros_like(grad)
floor__input = lambda grad: torch.zeros_like(grad)
ceil__input = lambda grad: torch.zeros_like(grad)
round__input = lambda grad: torch.zeros_like(grad)


def clamp__input(grad, input, min, max):
    inside = torch.ones_like(input, dtype=torch.bool)
    if min is not None:
        inside = inside & (input >= min)
    if max is not None:
        inside = inside & (input <= max)
    return torch.where(inside, grad, 0.0)


erf__input = lambda grad, input: 2 / math.sqrt(math.pi) * torch.exp(-(input.pow(2))) * grad


def _flat(name, grad, input, slope, again=False):
    """The gradient slope(grad) of a function in straight pieces, which does not bend: to `input` go zeros.
    `again`: PyTorch lets gradients go through these zeros."""
    made = slope(grad)
    zeros = lambda g: torch.zeros_like(g) if again else torch.zeros_like(g.detach())
    return F._with_gradients(name + "BackwardBackward0", made, [grad, input], [slope, zeros])


def _relu(grad, result):
    return _flat("Threshold", grad, result, lambda g: torch.where(result <= 0, 0.0, g), again=True)


# --- choices ---

where__input = lambda grad, condition: torch.where(condition, grad, 0)
where__other = lambda grad, condition: torch.where(condition, 0, grad)
masked_fill__input = lambda grad, mask: grad.masked_fill(mask, 0)
masked_fill__value = lambda grad, mask: torch.where(mask, grad, 0).sum()


def maximum__input(grad, input, other):
    return torch.where(input == other, grad / 2, grad).masked_fill_(input < other, 0)


tril__input = lambda grad, diagonal: grad.tril(diagonal)
triu__input = lambda grad, diagonal: grad.triu(diagonal)


# --- products of matrices ---

def _turned(x):
    """Whether a matrix lies in memory column by column."""
    return x.stride(0) == 1 and x.stride(1) == x.size(0)


def _mm_left(grad, left, right):
    """The gradient of `left` in left @ right."""
    if _turned(left):
        return right.mm(grad.t()).t()
    return grad.mm(right.t())


def _mm_right(grad, left, right):
    """The gradient of `right` in left @ right."""
    if _turned(right):
        return grad.t().mm(left).t()
    return left.t().mm(grad)


mm__input = lambda grad, input, mat2: _mm_left(grad, input, mat2)
mm__mat2 = lambda grad, input, mat2: _mm_right(grad, input, mat2)
bmm__input = lambda grad, mat2: grad.bmm(mat2.transpose(1, 2))
bmm__mat2 = lambda grad, input: input.transpose(1, 2).bmm(grad)
addmm__input = lambda grad, beta: _times(grad, beta)
addmm__mat1 = lambda grad, mat1, mat2, alpha: _times(_mm_left(grad, mat1, mat2), alpha)
addmm__mat2 = lambda grad, mat1, mat2, alpha: _times(_mm_right(grad, mat1, mat2), alpha)
mv__input = lambda grad, vec: grad.ger(vec)
mv__vec = lambda grad, input: input.t().mv(grad)
dot__input = lambda grad, tensor: grad * tensor
dot__tensor = lambda grad, input: grad * input
outer__input = lambda grad, vec2: (grad * vec2).sum(1)
outer__vec2 = lambda grad, input: (grad * input.unsqueeze(1)).sum(0)


def _rows(x):
    """All axes but the last one as one."""
    return x if x.dim() == 2 else x.reshape(math.prod(x.shape[:-1]), x.size(-1))


def _shaped(x, shape):
    """The same cells in these sizes."""
    return x if x.shape == shape else x.view(shape)


def _folds(x, other_dim):
    """Whether the rows of x are one matrix in a product with a matrix or a vector (should_fold)."""
    turned = x.dim() == 3 and x.stride(2) != 1 and x.stride(0) == x.size(1) * x.size(2)
    return x.dim() >= 3 and other_dim <= 2 and not (turned and other_dim == 2)


def _is_addmm(input, bias_shape):
    """Whether linear() adds its bias within the product."""
    whole = input.dim() == 2 or (input.dim() == 3 and input.is_contiguous())
    return bias_shape is not None and whole


def _is_batch(input, weight, bias_shape):
    """Whether linear() multiplies each matrix of input by one of its own."""
    return (input.dim() == 3 and weight.dim() == 2 and not _folds(input, 2)
            and not _is_addmm(input, bias_shape))


def linear__input(grad, input, weight, bias_shape):
    if weight.dim() == 1:
        return grad.unsqueeze(-1) * weight
    if input.dim() == 1:
        return grad.unsqueeze(0).mm(weight).squeeze(0)
    if _is_batch(input, weight, bias_shape):
        return matmul__input(grad, input, weight.t())
    rows = _rows(grad)
    made = weight.t().mm(rows.t()).t() if _turned(_rows(input)) else rows.mm(weight)
    return _shaped(made, input.shape)


def linear__weight(grad, input, weight, bias_shape):
    if weight.dim() == 1:
        return grad * input if input.dim() == 1 else _rows(input).t().mv(grad.reshape(-1))
    if input.dim() == 1:
        return grad.ger(input)
    if _is_batch(input, weight, bias_shape):
        return matmul__other(grad, input, weight.t()).sum(0).t()
    rows, left = _rows(grad), _rows(input)
    if weight.stride(1) == 1 and weight.stride(0) == weight.size(1):
        return rows.t().mm(left)
    return left.t().mm(rows).t()


def linear__bias(grad, input, bias_shape):
    if not _is_addmm(input, bias_shape):
        return grad
    return _rows(grad).sum(0) if len(bias_shape) == 1 else _rows(grad)


def _batch(a, b):
    """The axes in front of the matrices of a and b, broadcast."""
    return list(torch.broadcast_shapes(a.shape[:-2], b.shape[:-2]))


def _batched(x, batch):
    """A factor of a product of many matrices, as PyTorch hands it on."""
    whole = x.expand(batch + list(x.shape[-2:]))
    return whole.reshape(math.prod(batch), x.size(-2), x.size(-1))


def _fold_left(grad, x, other):
    """The gradient of x, whose rows were one matrix, in x @ other."""
    rows = _rows(x)
    if other.dim() == 1:
        return _shaped(grad.reshape(-1).ger(other), x.shape)
    return _shaped(_mm_left(_rows(grad), rows, other), x.shape)


def _fold_right(grad, x, other):
    """The gradient of `other` there."""
    if other.dim() == 1:
        return _rows(x).t().mv(grad.reshape(-1))
    return _mm_right(_rows(grad), _rows(x), other)


def matmul__input(grad, input, other):
    if input.dim() == 1 and other.dim() == 1:
        return grad * other
    if input.dim() == 2 and other.dim() == 1:
        return grad.ger(other)
    if input.dim() == 1 and other.dim() == 2:
        return _mm_left(grad.unsqueeze(0), input.unsqueeze(0), other).squeeze(0)
    if input.dim() == 2 and other.dim() == 2:
        return _mm_left(grad, input, other)
    if _folds(input, other.dim()):
        return _fold_left(grad, input, other)
    if _folds(other, input.dim()):  # other.mT @ input.t()
        if input.dim() == 1:
            return _fold_right(grad, other.mT, input)
        return _fold_right(grad.mT, other.mT, input.t()).t()
    batch = _batch(input, other)
    grad = grad.reshape(math.prod(batch), input.size(-2), other.size(-1))
    made = grad.bmm(_batched(other, batch).transpose(1, 2))
    return made.view(batch + list(input.shape[-2:]))


def matmul__other(grad, input, other):
    if input.dim() == 1 and other.dim() == 1:
        return grad * input
    if input.dim() == 2 and other.dim() == 1:
        return input.t().mv(grad)
    if input.dim() == 1 and other.dim() == 2:
        return _mm_right(grad.unsqueeze(0), input.unsqueeze(0), other)
    if input.dim() == 2 and other.dim() == 2:
        return _mm_right(grad, input, other)
    if _folds(input, other.dim()):
        return _fold_right(grad, input, other)
    if _folds(other, input.dim()):
        turned = grad if input.dim() == 1 else grad.mT
        return _fold_left(turned, other.mT, input if input.dim() == 1 else input.t()).mT
    batch = _batch(input, other)
    grad = grad.reshape(math.prod(batch), input.size(-2), other.size(-1))
    made = _batched(input, batch).transpose(1, 2).bmm(grad)
    return made.view(batch + list(other.shape[-2:]))


# --- sums and their kin ---

sum__input = lambda grad, input_shape: grad.expand(input_shape)


def sum_dim__input(grad, input_shape, dim, keepdim):
    return _with_axes(grad, dim, keepdim, len(input_shape)).expand(input_shape)


mean__input = lambda grad, input_shape: grad.expand(input_shape) / math.prod(input_shape)


def mean_dim__input(grad, input, dim, keepdim):
    whole = _with_axes(grad, dim, keepdim, input.dim()).expand(input.shape)
    return whole / _folded(input.shape, dim)


def _var(grad, input, dim, correction, keepdim):
    """Of the variance over dim."""
    grad = _with_axes(grad, dim, keepdim, input.dim())
    middle = input.mean(_dims(dim, input.dim()), True)
    if _folded(input.shape, dim) <= correction:
        return grad * torch.where(input == middle, math.nan, math.inf * (input - middle))
    return (2.0 / (_folded(input.shape, dim) - correction)) * grad * (input - middle)


def _std(grad, input, result, dim, correction, keepdim):
    """Of the standard deviation; 0 where that is 0."""
    grad = (grad / (result * 2)).masked_fill_(result == 0, 0)
    return _var(grad, input, dim, correction, keepdim)


var__input = lambda grad, input, dim, unbiased, keepdim: _var(grad, input, dim, int(unbiased), keepdim)
var_all__input = lambda grad, input, unbiased: _var(grad, input, None, int(unbiased), False)


def var_correction__input(grad, input, dim, correction, keepdim):
    return _var(grad, input, dim, 1 if correction is None else correction, keepdim)


def std__input(grad, input, result, dim, unbiased, keepdim):
    return _std(grad, input, result, dim, int(unbiased), keepdim)


std_all__input = lambda grad, input, result, unbiased: _std(grad, input, result, None, int(unbiased), False)


def std_correction__input(grad, input, result, dim, correction, keepdim):
    return _std(grad, input, result, dim, 1 if correction is None else correction, keepdim)


def _spread(grad, input, result):
    """To all cells that are as large as the result, in equal parts."""
    mask = input == result
    return mask * (grad / mask.sum())


max__input = lambda grad, input, result: _spread(grad, input, result)
min__input = lambda grad, input, result: _spread(grad, input, result)


def _at_places(grad, input_shape, result1, dim, keepdim):
    """Only to the cells that were taken along dim."""
    if len(input_shape) == 0:
        return grad
    if not keepdim:
        grad, result1 = grad.unsqueeze(dim), result1.unsqueeze(dim)
    return _scatter_at(input_shape, grad, dim, result1)


def max_dim__input(grad, input_shape, result1, dim, keepdim):
    return _at_places(grad, input_shape, result1, dim, keepdim)


def min_dim__input(grad, input_shape, result1, dim, keepdim):
    return _at_places(grad, input_shape, result1, dim, keepdim)


topk__input = lambda grad, input_shape, result1, dim: _scatter_at(input_shape, grad, dim, result1)
sort__input = lambda grad, input_shape, result1, dim: _scatter_at(input_shape, grad, dim, result1)


def cumsum__input(grad, dim):
    if grad.numel() <= 1 or grad.size(dim) == 1:
        return grad
    return grad.flip(dim).cumsum(dim).flip(dim)


# --- softmax, activations, losses ---
#
# Where the gradient is to be differentiated again, it is composed of operations that have one.

def _softmax(grad, result, dim):
    dim = dim if dim is not None else 0 if grad.dim() in (0, 1, 3) else 1
    if torch.is_grad_enabled():
        return result * (grad - (grad * result).sum(dim, True))
    return torch._softmax_backward_data(grad, result, dim, result.dtype)


def _log_softmax(grad, result, dim):
    dim = dim if dim is not None else 0 if grad.dim() in (0, 1, 3) else 1
    if torch.is_grad_enabled():
        return grad - result.exp() * grad.sum(dim, True)
    return torch._log_softmax_backward_data(grad, result, dim, result.dtype)


softmax__input = lambda grad, result, dim: _softmax(grad, result, dim)
softmax_functional__input = lambda grad, result, dim: _softmax(grad, result, dim)
log_softmax__input = lambda grad, result, dim: _log_softmax(grad, result, dim)
log_softmax_functional__input = lambda grad, result, dim: _log_softmax(grad, result, dim)


def logsumexp__input(grad, input, result, dim, keepdim):
    grad = _with_axes(grad, dim, keepdim, input.dim())
    return grad * (input - _with_axes(result, dim, keepdim, input.dim())).exp()


def gelu__input(grad, input, approximate):
    if not torch.is_grad_enabled():
        return torch._gelu_backward(grad, input, approximate=approximate)
    if approximate == "tanh":
        t = torch.tanh(math.sqrt(2 / math.pi) * (input + 0.044715 * input ** 3))
        slope = math.sqrt(2 / math.pi) * (1 + 3 * 0.044715 * input * input)
        return grad * (0.5 * (1 + t) + 0.5 * input * (1 - t * t) * slope)
    pdf = torch.exp(-0.5 * input * input) / math.sqrt(2 * math.pi)
    return grad * (0.5 * (1 + torch.erf(input * math.sqrt(0.5))) + input * pdf)


def silu__input(grad, input):
    if not torch.is_grad_enabled():
        return torch._silu_backward(grad, input)
    share = torch.sigmoid(input)
    return grad * share * (1 + input * (1 - share))


def logsigmoid__input(grad, input):
    power = torch.exp(-input.abs())
    below = input < 0
    sign = torch.where(below, 1.0, -1.0).to(input.dtype)
    slope = lambda g: g * (below.to(input.dtype) - sign * (power / (1 + power)))
    bend = lambda g: g * grad * -(torch.sigmoid(input) * (1 - torch.sigmoid(input)))
    return F._with_gradients("LogSigmoidBackwardBackward0", slope(grad), [grad, input], [slope, bend])


def leaky_relu__input(grad, input, negative_slope, inplace):
    if inplace and negative_slope < 0:
        raise RuntimeError("In-place leakyReLu backward calculation is triggered with a negative slope which is not "
                           "supported. This is caused by calling in-place forward function with a negative slope, "
                           "please call out-of-place version instead. File an issue at https://github.com/pytorch/"
                           "pytorch if you do require supporting in-place leakRelu backward calculation with negative "
                           "slope")
    return _flat("LeakyRelu", grad, input, lambda g: torch.where(input > 0, g, g * negative_slope))


elu__input = lambda grad, input, alpha, inplace: F._elu_backward(grad, input, alpha, over=inplace)


def softplus__input(grad, input, beta, threshold):
    power = torch.exp(input * beta)
    slope = lambda g: torch.where(input * beta > threshold, g, g * power / (power + 1))

    def bend(g):
        share = torch.sigmoid(input * beta)
        return g * grad * ((1 - share) * share) * (input * beta < threshold) * beta

    return F._with_gradients("SoftplusBackwardBackward0", slope(grad), [grad, input], [slope, bend])


def nll_loss__input(grad, input, target, weight, ignore_index, reduction, kept):
    hidden = target == ignore_index
    target = target.masked_fill(hidden, 0)
    value = -(grad / kept if reduction == "mean" else grad)
    if weight is not None:
        value = weight[target] * value
    value = value.expand(target.shape).masked_fill(hidden, 0)
    axis = 0 if input.dim() == 1 else 1
    made = torch.zeros_like(input, requires_grad=False)
    return made.scatter(axis, target.unsqueeze(axis), value.unsqueeze(axis))


def _layer_norm_parts(grad, input, shape, weight, eps):
    """The normalized input, and the gradient times 1 / sqrt(variance + eps)."""
    dims = list(range(input.dim() - len(shape), input.dim()))
    apart = input - input.mean(dims, True)
    scale = torch.rsqrt((apart * apart).mean(dims, True) + eps)
    return dims, apart * scale, scale


def layer_norm__input(grad, input, normalized_shape, weight, eps):
    if not torch.is_grad_enabled():
        return torch._layer_norm_backward(grad, input, normalized_shape, weight, eps)
    dims, y, scale = _layer_norm_parts(grad, input, normalized_shape, weight, eps)
    grad = grad if weight is None else grad * weight
    return (grad - grad.mean(dims, True) - y * (grad * y).mean(dims, True)) * scale


def layer_norm__weight(grad, input, normalized_shape, weight, eps):
    if not torch.is_grad_enabled():
        return torch._layer_norm_weight_backward(grad, input, normalized_shape, eps)
    return grad * _layer_norm_parts(grad, input, normalized_shape, weight, eps)[1]


def layer_norm__bias(grad, normalized_shape):
    if not torch.is_grad_enabled():
        return torch._layer_norm_bias_backward(grad, normalized_shape)
    return grad


def _grouped(x, num_groups):
    """A row of each group of channels."""
    return x.reshape(x.shape[0], num_groups, -1)


def group_norm__input(grad, input, num_groups, weight, eps):
    if not torch.is_grad_enabled():
        return torch._group_norm_backward(grad, input, num_groups, weight, eps)
    if weight is not None:
        grad = grad * weight.view([-1] + [1] * (input.dim() - 2))
    rows = _grouped(input, num_groups)
    return layer_norm__input(_grouped(grad, num_groups), rows, rows.shape[2:], None, eps).view(input.shape)


def group_norm__weight(grad, input, num_groups, eps):
    if not torch.is_grad_enabled():
        return torch._group_norm_weight_backward(grad, input, num_groups, eps)
    rows = _grouped(input, num_groups)
    y = _layer_norm_parts(rows, rows, rows.shape[2:], None, eps)[1].view(input.shape)
    return group_norm__bias(grad * y)


def group_norm__bias(grad):
    if not torch.is_grad_enabled():
        return torch._group_norm_bias_backward(grad)
    return grad.sum([axis for axis in range(grad.dim()) if axis != 1])


def _embedding(grad, ids, shape, padding_idx, by_freq):
    """The rows of grad, added up in the rows of the table that they were taken from."""
    rows, ids = grad.reshape(-1, shape[-1]), ids.reshape(-1)
    if padding_idx is not None and padding_idx != -1:
        used = ids != padding_idx % shape[0]
        rows, ids = rows[used], ids[used]
    if by_freq:
        rows = rows * (1.0 / ids.bincount(minlength=shape[0])[ids].to(rows.dtype)).unsqueeze(1)
    return grad.new_zeros(shape).index_add(0, ids, rows)


def embedding__weight(grad, input, weight_shape, padding_idx, scale_grad_by_freq):
    return _embedding(grad, input, weight_shape, padding_idx, scale_grad_by_freq)


def embedding_torch__weight(grad, indices, weight_shape, padding_idx, scale_grad_by_freq):
    return _embedding(grad, indices, weight_shape, padding_idx, scale_grad_by_freq)


# --- views ---

view__input = lambda grad, input_shape: grad.reshape(input_shape)
view_as__input = lambda grad, input_shape: grad.reshape(input_shape)
reshape__input = lambda grad, input_shape: grad.reshape(input_shape)
reshape_as__input = lambda grad, input_shape: grad.reshape(input_shape)
flatten__input = lambda grad, input_shape: grad.reshape(input_shape)
ravel__input = lambda grad, input_shape: grad.reshape(input_shape)
unflatten__input = lambda grad, input_shape: grad.reshape(input_shape)
squeeze__input = lambda grad, input_shape: grad.reshape(input_shape)
squeeze_dim__input = lambda grad, input_shape: grad.reshape(input_shape)
unsqueeze__input = lambda grad, input_shape: grad.reshape(input_shape)
expand__input = lambda grad: grad
expand_as__input = lambda grad: grad
transpose__input = lambda grad, axis0, axis1: grad.transpose(axis0, axis1)
t__input = lambda grad: grad.t() if grad.dim() <= 2 else grad.transpose(-2, -1)
big_h__input = lambda grad: grad.t()
big_t__input = lambda grad: grad.permute(list(range(grad.dim() - 1, -1, -1)))
matrix_t__input = lambda grad: grad.transpose(-2, -1)


def permute__input(grad, dims):
    back = [0] * len(dims)
    for place, dim in enumerate(dims):
        back[dim] = place
    return grad.permute(back)


clone__input = lambda grad: grad
contiguous__input = lambda grad: grad


def select__input(grad, input_shape, dim, index):
    made = grad.new_zeros(input_shape)
    made.select(dim, index).copy_(grad)
    return made


def narrow__input(grad, input_shape, dim, start, length):
    made = grad.new_zeros(input_shape)
    made.narrow(dim, start, length).copy_(grad)
    return made


def getitem__input(grad, input_shape, key):
    keys = key if isinstance(key, tuple) else (key,)
    if all([k is None or k is Ellipsis or (isinstance(k, slice) and k == slice(None)) for k in keys]):
        return grad.view(input_shape)  # x[:, None]: all numbers, and axes of size 1
    made = grad.new_zeros(input_shape)
    if all([isinstance(k, torch.Tensor) for k in keys]):
        return made.index_put_(keys, grad, accumulate=True)
    if any([isinstance(k, (torch.Tensor, list, tuple, bool)) for k in keys]):
        places = torch.arange(made.numel()).view(input_shape)[key].reshape(-1)
        return made.view(-1).index_add(0, places, grad.reshape(-1)).view(input_shape)
    made[key] = grad
    return made


def _slice_of(grad, whole, part):
    """A gradient laid out as `whole`, the cells of `part` in it, and a copy of these: for a write
    into a view. The two are (sizes, strides, offset)."""
    shape, stride, offset = whole
    made = grad.clone()
    if made.stride() != tuple(stride):
        cells = 1 + sum([(n - 1) * step for n, step in zip(shape, stride)])
        made = grad.new_zeros(max(cells, 0)).as_strided(shape, stride, 0)
        made.copy_(grad)
    view = made.as_strided(part[0], part[1], part[2] - offset)
    return made, view, view.clone()


def setitem__input(grad, key):
    made = grad.clone()
    made[key] = 0
    return made


setitem__value = lambda grad, key: grad[key]


def repeat__input(grad, input_shape, repeats):
    if math.prod(repeats) == 0:
        return grad.new_zeros(input_shape)
    lead = len(repeats) - len(input_shape)
    shape, dims = [], []
    for place, times in enumerate(repeats):
        shape.append(times)
        dims.append(len(shape) - 1)
        if place >= lead:
            shape.append(input_shape[place - lead])
    return grad.reshape(shape).sum(dims)


# --- putting together and taking apart ---

def cat__tensors(grad, tensors_shape, dim, item):
    sizes = [0 if len(s) == 1 and s[0] == 0 else s[dim] for s in tensors_shape]
    if len(tensors_shape[item]) == 1 and sizes[item] == 0:
        return grad.new_zeros(tensors_shape[item])
    return grad.narrow(dim, sum(sizes[:item]), sizes[item])


def stack__tensors(grad, dim, item):
    return grad.unbind(dim)[item] if torch.is_grad_enabled() else grad.select(dim, item)


def _joined(grads, shapes, dim):
    """The gradients of all parts, with zeros for those that nobody used."""
    known = [g for g in grads if g is not None][0]
    return torch.cat([known.new_zeros(shape) if g is None else g
                      for g, shape in zip(grads, shapes)], dim)


def _parts(shape, dim, sizes):
    """The sizes of the parts."""
    made = []
    for size in sizes:
        part = list(shape)
        part[dim] = size
        made.append(part)
    return made


def split__tensor(grads, tensor_shape, split_size_or_sections, dim):
    n, size = tensor_shape[dim], split_size_or_sections
    sizes = [min(size, n - start) for start in range(0, n, size)]
    return _joined(grads, _parts(tensor_shape, dim, sizes), dim)


def split_sizes__tensor(grads, tensor_shape, split_size_or_sections, dim):
    return _joined(grads, _parts(tensor_shape, dim, split_size_or_sections), dim)


def chunk__input(grads, input_shape, chunks, dim):
    n = input_shape[dim]
    size = -(-n // chunks)
    sizes = [min(size, n - start) for start in range(0, n, size)]
    return _joined(grads, _parts(input_shape, dim, sizes), dim)


def unbind__input(grads, input_shape, dim):
    known = [g for g in grads if g is not None][0]
    return torch.stack([torch.zeros_like(known) if g is None else g for g in grads], dim)


def gather__input(grad, input_shape, dim, index):
    return grad.new_zeros(input_shape).scatter_add(dim, index, grad)


def index_select__input(grad, input_shape, dim, index):
    return grad.new_zeros(input_shape).index_add(dim, index, grad)


# --- types ---

to_dtype__input = lambda grad: grad
float__input = lambda grad: grad
double__input = lambda grad: grad
to_device__input = lambda grad: grad
to_other__input = lambda grad: grad


# --- layers ---

dropout__input = lambda grad, kept: grad * kept


# --- the others: they use the helpers above ---

from torch._gradients_cells import *
from torch._gradients_folds import *
from torch._gradients_places import *
from torch._gradients_products import *


# --- complex numbers: their two parts ---

complex__real = lambda grad, real, imag: grad.real
complex__imag = lambda grad, real, imag: grad.imag
real__input = lambda grad: torch.complex(grad, torch.zeros_like(grad))
imag__input = lambda grad: torch.complex(torch.zeros_like(grad), grad)
