# Holds formulas of gradients (torch._gradients says how they are read): functions of one cell and of two, and
# choices between cells.

import math

import torch
import torch.nn.functional as F
from torch._gradients import _flat


def _nothing(grad):
    """A gradient of zeros: the result does not follow the argument."""
    return torch.zeros_like(grad)


def _where(mask, grad):
    """grad where the mask holds, else 0."""
    return torch.where(mask, grad, 0.0)


# --- angles ---

acos__input = lambda grad, input: grad * -((-input * input + 1).rsqrt())
acosh__input = lambda grad, input: grad * (input.pow(2) - 1).rsqrt()
asin__input = lambda grad, input: grad * (-input * input + 1).rsqrt()
asinh__input = lambda grad, input: grad * (input.pow(2) + 1).rsqrt()
atan__input = lambda grad, input: grad / (input * input + 1)
atanh__input = lambda grad, input: grad / (1 - input.pow(2))
atan2__input = lambda grad, input, other: grad * other * (input * input + other * other).reciprocal()
atan2__other = lambda grad, input, other: grad * -input * (input * input + other * other).reciprocal()
sinh__input = lambda grad, input: grad * input.cosh()
cosh__input = lambda grad, input: grad * input.sinh()
deg2rad__input = lambda grad: grad * (math.pi / 180)
rad2deg__input = lambda grad: grad * (180 / math.pi)
angle__input = lambda grad, input: _nothing(grad)
hypot__input = lambda grad, input, result: grad * input / result
hypot__other = lambda grad, other, result: grad * other / result


# --- exponentials and logarithms ---

exp2__input = lambda grad, result: grad * result * 0.6931471805599453
expm1__input = lambda grad, result: grad * (result + 1)
erfc__input = lambda grad, input: -2.0 / math.sqrt(math.pi) * torch.exp(-(input.pow(2))) * grad
erfinv__input = lambda grad, input: 0.5 * math.sqrt(math.pi) * torch.exp(input.erfinv().pow(2)) * grad


def _trigamma(x):
    """The slope of digamma: upwards by six steps, then the series for large numbers."""
    low = x < 0.5
    turned = torch.where(low, 1 - x, x)
    made = torch.zeros_like(x)
    for step in range(6):
        made = made + 1 / (turned * turned)
        turned = turned + 1
    part = 1 / (turned * turned)
    inner = torch.full_like(part, 1 / 42)  # each step is fused, as PyTorch's compiler did it
    for share in (1 / 30, 1 / 6):
        inner = torch.addcmul(torch.full_like(part, share), part, inner, value=-1)
    series = torch.addcmul(1 + 1 / (2 * turned), part, inner)
    made = made + series / turned
    sines = torch.sin(math.pi * x)
    return torch.where(low, (math.pi * math.pi) / (sines * sines) - made, made)


digamma__input = lambda grad, input: grad * _trigamma(input)
lgamma__input = lambda grad, input: grad * input.digamma()
logaddexp__input = lambda grad, input, other: grad / (1 + (other - input).exp())
logaddexp__other = lambda grad, input, other: grad / (1 + (input - other).exp())


def logit__input(grad, input, eps):
    slope = grad / (input * (1 - input))
    if eps is None:
        outside = (input < 0) | (input > 1)
        return slope.masked_fill(outside, math.nan)
    return slope.masked_fill((input < eps) | (input > 1 - eps), 0)


xlogy__input = lambda grad, input, other: grad * torch.xlogy((input != 0), other)
xlogy__other = lambda grad, input, other: grad * input / other


def float_power__input(grad, input, exponent):
    from torch._gradients import pow__input
    return pow__input(grad, input.double(), exponent)


def float_power__exponent(grad, input, exponent, result):
    from torch._gradients import pow__exponent
    return pow__exponent(grad, input, exponent, result)


# --- parts of a number ---

trunc__input = lambda grad: _nothing(grad)
round_decimals__input = lambda grad: _nothing(grad)
frac__input = lambda grad: grad
fmod__input = lambda grad: grad
fmod__other = lambda grad, input, other: -grad * torch.div(input, other, rounding_mode="trunc")
remainder__input = lambda grad: grad
remainder__other = lambda grad, input, other: -grad * torch.div(input, other, rounding_mode="floor")
nan_to_num__input = lambda grad, input: grad * torch.isfinite(input)


# --- activations ---

def hardshrink__input(grad, input, lambd):
    return _flat("Hardshrink", grad, input, lambda g: torch.where((input >= -lambd) & (input <= lambd), 0.0, g))


def softshrink__input(grad, input, lambd):
    return _flat("Softshrink", grad, input, lambda g: torch.where((input >= -lambd) & (input <= lambd), 0.0, g))


def hardtanh__input(grad, input, min_val, max_val):
    return _flat("Hardtanh", grad, input, lambda g: torch.where((input <= min_val) | (input >= max_val), 0.0, g))


hardsigmoid__input = lambda grad, input: torch._hardsigmoid_backward(grad, input)


def hardswish__input(grad, input):
    bend = lambda g: torch.where((input > -3) & (input < 3), g * grad / 3, 0.0)
    return F._with_gradients("HardswishBackwardBackward0", torch._hardswish_backward(grad, input), [grad, input],
                             [lambda g: hardswish__input(g, input), bend])


# --- choices ---

where_method__input = lambda grad, condition: torch.where(condition, grad, 0)
where_method__other = lambda grad, condition: torch.where(condition, 0, grad)


def clamp__min(grad, input, min, max):
    below = input < min
    return _where(below if max is None else (min < max) & below, grad)


def clamp__max(grad, input, min, max):
    above = input > max
    return _where(above if min is None else above | (max < min), grad)


clamp_min__input = lambda grad, input, min: _where(input >= min, grad)
clamp_min__min = lambda grad, input, min: _where(input < min, grad)
clamp_max__input = lambda grad, input, max: _where(input <= max, grad)
clamp_max__max = lambda grad, input, max: _where(input > max, grad)


def maximum__other(grad, input, other):
    return torch.where(input == other, grad / 2, grad).masked_fill_(input > other, 0)


def minimum__input(grad, input, other):
    return torch.where(input == other, grad / 2, grad).masked_fill_(input > other, 0)


def minimum__other(grad, input, other):
    return torch.where(input == other, grad / 2, grad).masked_fill_(input < other, 0)


fmax__input = lambda grad, input, other: grad.masked_fill(((input >= other) | other.isnan()).logical_not(), 0)
fmax__other = lambda grad, input, other: grad.masked_fill((input >= other) | other.isnan(), 0)
fmin__input = lambda grad, input, other: grad.masked_fill(((input <= other) | other.isnan()).logical_not(), 0)
fmin__other = lambda grad, input, other: grad.masked_fill((input <= other) | other.isnan(), 0)


# --- what is written over, or drawn ---

zero__input = lambda grad: _nothing(grad)
fill__input = lambda grad: _nothing(grad)
fill_diagonal__input = lambda grad, wrap: grad.clone().fill_diagonal_(0, wrap)
copy__input = lambda grad: _nothing(grad)
copy__src = lambda grad: grad
bernoulli__input = lambda grad: _nothing(grad)
bernoulli_fill__input = lambda grad: _nothing(grad)
exponential_fill__input = lambda grad: _nothing(grad)
normal_fill__input = lambda grad: _nothing(grad)
normal_tensors__mean = lambda grad: _nothing(grad)
normal_tensors__std = lambda grad: _nothing(grad)
random_fill__input = lambda grad: _nothing(grad)
random_fill_to__input = lambda grad: _nothing(grad)
random_fill_any__input = lambda grad: _nothing(grad)
uniform_fill__input = lambda grad: _nothing(grad)


# --- types ---

half__input = lambda grad: grad
bfloat16__input = lambda grad: grad
type__input = lambda grad: grad
