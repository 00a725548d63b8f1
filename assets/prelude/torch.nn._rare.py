# Holds functions of cells and of channels that are seldom asked for.

import torch
from torch._gradients import _flat
from torch.nn.functional import _elu_backward, _named, _over, _with_gradients


def tanhshrink(input):
    """x - tanh(x)"""
    return input - input.tanh()


def threshold(input, threshold, value, inplace=False):
    """As it is above the threshold, else a value."""
    if inplace:
        return threshold_(input, threshold, value)
    made = torch.where(input <= threshold, torch.full_like(input, value), input)
    slope = lambda grad: torch.where(input <= threshold, 0.0, grad)
    return _with_gradients("ThresholdBackward0", made, [input], [lambda grad: _flat("Threshold", grad, input, slope)])


def threshold_(input, threshold, value):
    """threshold, written over its input."""
    made = torch.where(input <= threshold, torch.full_like(input, value), input.clone())
    return _over(input, made, "ThresholdBackward1")


def celu(input, alpha=1.0, inplace=False):
    """max(0, x) + min(0, alpha * (exp(x / alpha) - 1))"""
    if alpha == 0:
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    x = input.clone() if inplace else input
    bent = (torch.exp(x * (1.0 / alpha)) - 1) * alpha
    slope = lambda grad: _elu_backward(grad, x, alpha, 1.0, 1.0 / alpha, inplace)
    made = _with_gradients("CeluBackward0", torch.where(x <= 0, bent, x), [x], [slope])
    return _over(input, made, "CeluBackward1") if inplace else made


def celu_(input, alpha=1.0):
    """celu, written over its input."""
    return celu(input, alpha, True)


def pixel_unshuffle(input, downscale_factor):
    """(..., C, H * r, W * r) -> (..., C * r * r, H, W)"""
    *front, channels, height, width = input.shape
    r, n = downscale_factor, len(front)
    if height % r or width % r:
        which, size = ("height", height) if height % r else ("width", width)
        raise RuntimeError(f"pixel_unshuffle expects {which} to be divisible by downscale_factor, but input.size("
                           f"{-2 if height % r else -1})={size} is not divisible by {r}")
    parts = input.reshape(*front, channels, height // r, r, width // r, r)
    order = list(range(n)) + [n, n + 2, n + 4, n + 1, n + 3]
    return _named(parts.permute(order).reshape(*front, channels * r * r, height // r, width // r), "PixelUnshuffleBackward0")


def channel_shuffle(input, groups):
    """The channels of groups, dealt out in turn."""
    n, channels, *rest = input.shape
    if channels % groups:
        raise RuntimeError(f"Number of channels must be divisible by groups. Got {channels} channels and {groups} groups.")
    return input.reshape(n, groups, channels // groups, *rest).transpose(1, 2).reshape(input.shape)


def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction="mean"):
    """The loss of counts whose rate (or its logarithm) is the input."""
    from torch.nn.functional import _reduced
    loss = torch.exp(input) - target * input if log_input else input - target * torch.log(input + eps)
    if full:
        more = target * torch.log(target) - target + 0.5 * torch.log(2 * torch.pi * target)
        loss = loss + torch.where(target > 1, more, torch.zeros_like(more))
    return _reduced(loss, reduction)


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    """The loss of values whose mean is the input, with a variance for each."""
    from torch.nn.functional import _reduced
    var = var.clone().clamp_(min=eps)
    loss = 0.5 * (torch.log(var) + (input - target) ** 2 / var)
    return _reduced(loss + 0.5 * torch.log(torch.tensor(2 * torch.pi)).item() if full else loss, reduction)


def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """log(1 + exp(-target * input))"""
    from torch.nn.functional import _reduced
    return _named(_reduced(torch.log(1.0 + torch.exp(-target * input)), reduction), "SoftMarginLossBackward0", input)


def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    """The distance of what belongs together; what it lacks of the margin else."""
    from torch.nn.functional import _reduced
    zeros = torch.zeros_like(input)
    apart = torch.where(target != 1, (margin - input).clamp_min(0), zeros)
    return _reduced(apart + torch.where(target != -1, input, zeros), reduction)


def bilinear(input1, input2, weight, bias=None):
    """(..., a), (..., b), weight (out, a, b) -> (..., out): for each of out, input1 @ weight @ input2."""
    made = torch.einsum("...a,oab,...b->...o", input1, weight, input2)
    return _named(made, "ReshapeAliasBackward0") if bias is None else _named(made + bias, "AddBackward0")
