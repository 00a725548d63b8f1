# Computes the norms of torch.nn.functional over channels, step by step: statistics in double, then one
# multiplication and one addition per cell, as PyTorch's CPU kernels do it.

import math
import torch
from torch._C import _named


def _too_few(count, size):
    """A variance needs two values."""
    if count == 1:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {size}")


def _normalized(input, shape, mean, var, eps, weight, bias):
    """(input - mean) / sqrt(var + eps) * weight + bias, as input * scale + shift rounded once."""
    scale = (1 / torch.sqrt(var + eps)).to(input.dtype)
    mean = mean.to(input.dtype).double()
    scale = scale if weight is None else scale * weight
    shift = -mean * scale.double()
    shift = (shift if bias is None else bias.double() + shift).to(input.dtype)
    output = input.double() * scale.view(shape).double() + shift.view(shape).double()
    return output.to(input.dtype)


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False,
               momentum=0.1, eps=1e-05):
    """(N, C, ...): each channel to mean 0, variance 1; updates the running statistics."""
    channels = input.size(1)
    count = input.numel() // channels if channels > 0 else 0
    axes = [axis for axis in range(input.dim()) if axis != 1]
    shape = [1] * input.dim()
    shape[1] = channels
    for name, given in (("running_mean", running_mean), ("running_var", running_var),
                        ("weight", weight), ("bias", bias)):
        if given is not None and given.numel() != channels:
            raise RuntimeError(f"{name} should contain {channels} elements not {given.numel()}")
    if not training:
        mean, var = running_mean, running_var
        return _named(_normalized(input, shape, mean, var, eps, weight, bias),
                      "NativeBatchNormBackward0", input, weight, bias)
    _too_few(count, input.size())
    mean = input.double().mean(dim=axes).to(input.dtype)
    distance = input - mean.view(shape)
    squares = (distance * distance).double().sum(dim=axes).to(input.dtype).double()
    var = squares / count
    if running_mean is not None:
        with torch.no_grad():
            running_mean.copy_(momentum * mean.double() + (1 - momentum) * running_mean)
            running_var.copy_(momentum * (squares / (count - 1)) + (1 - momentum) * running_var)
    return _named(_normalized(input, shape, mean, var, eps, weight, bias),
                  "NativeBatchNormBackward0", input, weight, bias)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-05):
    """(N, C, ...): the channels of each group together to mean 0, variance 1."""
    batch, channels = input.shape[:2]
    if num_groups > 0 and channels % num_groups == 0:
        rows = batch * channels // num_groups
        _too_few(rows * math.prod(input.shape[2:]), [rows, num_groups] + list(input.shape[2:]))
    if input.dtype != torch.bfloat16:
        return torch.group_norm(input, num_groups, weight, bias, eps)
    wide = [None if x is None else x.float() for x in (input, weight, bias)]
    return _named(torch.group_norm(wide[0], num_groups, wide[1], wide[2], eps).to(input.dtype),
                  "NativeGroupNormBackward0", input, weight, bias)


def instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True,
                  momentum=0.1, eps=1e-05):
    """(N, C, ...): each channel of each item to mean 0, variance 1."""
    if not use_input_stats:
        return batch_norm(input, running_mean, running_var, weight, bias, False, momentum, eps)
    batch, channels = input.shape[:2]
    again = lambda values: None if values is None else values.repeat(batch)
    seen = None if running_mean is None else running_mean.repeat(batch)
    spread = None if running_var is None else running_var.repeat(batch)
    output = batch_norm(input.reshape(1, batch * channels, *input.shape[2:]), seen, spread, again(weight), again(bias),
                        True, momentum, eps)
    if seen is not None:
        running_mean.copy_(seen.view(batch, channels).mean(0))
        running_var.copy_(spread.view(batch, channels).mean(0))
    return _named(output.view(input.shape), "ViewBackward0")
