# Formulas of gradients (torch._gradients says how they are read): functions of one cell and of two,
# and choices between cells.

import math

import torch


def _nothing(grad):
    """A gradient of zeros: the result does not follow the argument."""
    return torch.zeros_like(grad)


def _where(mask, grad):
    """grad where the mask holds, else 0."""
    return torch.where(mask, grad, 0.0)


# --- angles ---

def acos__input(grad, input):
    return grad * -((-input * input + 1).rsqrt())


def acosh__input(grad, input):
    return grad * (input.pow(2) - 1).rsqrt()


def asin__input(grad, input):
    return grad * (-input * input + 1).rsqrt()


def asinh__input(grad, input):
    return grad * (input.pow(2) + 1).rsqrt()


def atan__input(grad, input):
    return grad / (input * input + 1)


def atanh__input(grad, input):
    return grad / (1 - input.pow(2))


def atan2__input(grad, input, other):
    return grad * other * (input * input + other * other).reciprocal()


def atan2__other(grad, input, other):
    return grad * -input * (input * input + other * other).reciprocal()


def sinh__input(grad, input):
    return grad * input.cosh()


def cosh__input(grad, input):
    return grad * input.sinh()


def deg2rad__input(grad):
    return grad * (math.pi / 180)


def rad2deg__input(grad):
    return grad * (180 / math.pi)


def angle__input(grad, input):
    return _nothing(grad)


def hypot__input(grad, input, result):
    return grad * input / result


def hypot__other(grad, other, result):
    return grad * other / result


# --- exponentials and logarithms ---

def exp2__input(grad, result):
    return grad * result * 0.6931471805599453


def expm1__input(grad, result):
    return grad * (result + 1)


def erfc__input(grad, input):
    return -2.0 / math.sqrt(math.pi) * torch.exp(-(input.pow(2))) * grad


def erfinv__input(grad, input):
    return 0.5 * math.sqrt(math.pi) * torch.exp(input.erfinv().pow(2)) * grad


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


def digamma__input(grad, input):
    return grad * _trigamma(input)


def lgamma__input(grad, input):
    return grad * input.digamma()


def logaddexp__input(grad, input, other):
    return grad / (1 + (other - input).exp())


def logaddexp__other(grad, input, other):
    return grad / (1 + (input - other).exp())


def logit__input(grad, input, eps):
    slope = grad / (input * (1 - input))
    if eps is None:
        outside = (input < 0) | (input > 1)
        return slope.masked_fill(outside, math.nan)
    return slope.masked_fill((input < eps) | (input > 1 - eps), 0)


def xlogy__input(grad, input, other):
    return grad * torch.xlogy((input != 0), other)


def xlogy__other(grad, input, other):
    return grad * input / other


def float_power__input(grad, input, exponent):
    from torch._gradients import pow__input
    return pow__input(grad, input.double(), exponent)


def float_power__exponent(grad, input, exponent, result):
    from torch._gradients import pow__exponent
    return pow__exponent(grad, input, exponent, result)


# --- parts of a number ---

def trunc__input(grad):
    return _nothing(grad)


def round_decimals__input(grad):
    return _nothing(grad)


def frac__input(grad):
    return grad


def fmod__input(grad):
    return grad


def fmod__other(grad, input, other):
    return -grad * torch.div(input, other, rounding_mode="trunc")


def remainder__input(grad):
    return grad


def remainder__other(grad, input, other):
    return -grad * torch.div(input, other, rounding_mode="floor")


def nan_to_num__input(grad, input):
    return grad * torch.isfinite(input)


# --- activations ---

def relu_in__input(grad, result):
    return torch.where(result <= 0, 0.0, grad)


# --- choices ---

def where_method__input(grad, condition):
    return torch.where(condition, grad, 0)


def where_method__other(grad, condition):
    return torch.where(condition, 0, grad)


def clamp__min(grad, input, min, max):
    below = input < min
    return _where(below if max is None else (min < max) & below, grad)


def clamp__max(grad, input, min, max):
    above = input > max
    return _where(above if min is None else above | (max < min), grad)


def clamp_min__input(grad, input, min):
    return _where(input >= min, grad)


def clamp_min__min(grad, input, min):
    return _where(input < min, grad)


def clamp_max__input(grad, input, max):
    return _where(input <= max, grad)


def clamp_max__max(grad, input, max):
    return _where(input > max, grad)


def maximum__other(grad, input, other):
    return torch.where(input == other, grad / 2, grad).masked_fill_(input > other, 0)


def minimum__input(grad, input, other):
    return torch.where(input == other, grad / 2, grad).masked_fill_(input > other, 0)


def minimum__other(grad, input, other):
    return torch.where(input == other, grad / 2, grad).masked_fill_(input < other, 0)


def fmax__input(grad, input, other):
    return grad.masked_fill(((input >= other) | other.isnan()).logical_not(), 0)


def fmax__other(grad, input, other):
    return grad.masked_fill((input >= other) | other.isnan(), 0)


def fmin__input(grad, input, other):
    return grad.masked_fill(((input <= other) | other.isnan()).logical_not(), 0)


def fmin__other(grad, input, other):
    return grad.masked_fill((input <= other) | other.isnan(), 0)


# --- what is written over, or drawn ---

def zero__input(grad):
    return _nothing(grad)


def fill__input(grad):
    return _nothing(grad)


def fill_diagonal__input(grad, wrap):
    return grad.clone().fill_diagonal_(0, wrap)


def copy__input(grad):
    return _nothing(grad)


def copy__src(grad):
    return grad


def bernoulli__input(grad):
    return _nothing(grad)


def bernoulli_fill__input(grad):
    return _nothing(grad)


def exponential_fill__input(grad):
    return _nothing(grad)


def normal_fill__input(grad):
    return _nothing(grad)


def normal_tensors__mean(grad):
    return _nothing(grad)


def normal_tensors__std(grad):
    return _nothing(grad)


def random_fill__input(grad):
    return _nothing(grad)


def random_fill_to__input(grad):
    return _nothing(grad)


def random_fill_any__input(grad):
    return _nothing(grad)


def uniform_fill__input(grad):
    return _nothing(grad)


# --- types ---

def half__input(grad):
    return grad


def bfloat16__input(grad):
    return grad


def type__input(grad):
    return grad
