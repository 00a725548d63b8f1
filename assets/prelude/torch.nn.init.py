# Fills tensors with starting values, in place and without gradients. The number and the order of the random
# draws are PyTorch's, so that a seed gives the same weights.

import math
import torch
import warnings


def uniform_(tensor, a=0.0, b=1.0):
    """U(a, b)"""
    with torch.no_grad():
        return tensor.uniform_(a, b)


def normal_(tensor, mean=0.0, std=1.0):
    """N(mean, std squared)"""
    with torch.no_grad():
        return tensor.normal_(mean, std)


def constant_(tensor, val):
    """The same value everywhere."""
    with torch.no_grad():
        return tensor.fill_(val)


def ones_(tensor):
    """1 everywhere."""
    return constant_(tensor, 1.0)


def zeros_(tensor):
    """0 everywhere."""
    with torch.no_grad():
        return tensor.zero_()


def eye_(tensor):
    """1 on the diagonal of a matrix, 0 elsewhere."""
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    with torch.no_grad():
        return tensor.copy_(torch.eye(tensor.size(0), tensor.size(1)))


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0):
    """N(mean, std squared) cut to [a, b]: uniform draws go through the inverse of the normal's integral."""
    def below(x):
        """The share of a normal that lies below x."""
        return (1.0 + math.erf(x / math.sqrt(2.0))) / 2.0

    if mean < a - 2 * std or mean > b + 2 * std:
        warnings.warn("mean is more than 2 std from [a, b] in nn.init.trunc_normal_. "
                      "The distribution of values may be incorrect.")
    with torch.no_grad():
        low, high = below((a - mean) / std), below((b - mean) / std)
        tensor.uniform_(2 * low - 1, 2 * high - 1)
        tensor.erfinv_()
        tensor.mul_(std * math.sqrt(2.0))
        tensor.add_(mean)
        return tensor.clamp_(min=a, max=b)


def _calculate_fan_in_and_fan_out(tensor):
    """How many inputs feed an output of a weight (out, in, ...), and how many outputs an input feeds."""
    if tensor.dim() < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    field = 1
    for size in tensor.shape[2:]:
        field *= size
    return tensor.size(1) * field, tensor.size(0) * field


def _calculate_correct_fan(tensor, mode):
    """The one of the two that `mode` names."""
    if mode.lower() not in ("fan_in", "fan_out"):
        raise ValueError(f"Mode {mode.lower()} not supported, please use one of ['fan_in', 'fan_out']")
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return fan_in if mode.lower() == "fan_in" else fan_out


def calculate_gain(nonlinearity, param=None):
    """The factor by which a nonlinearity wants its weights larger."""
    gains = {"linear": 1, "conv1d": 1, "conv2d": 1, "conv3d": 1, "conv_transpose1d": 1,
             "conv_transpose2d": 1, "conv_transpose3d": 1, "sigmoid": 1,
             "tanh": 5.0 / 3, "relu": math.sqrt(2.0), "selu": 3.0 / 4}
    if nonlinearity in gains:
        return gains[nonlinearity]
    if nonlinearity != "leaky_relu":
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}")
    if param is not None and (isinstance(param, bool) or not isinstance(param, (int, float))):
        raise ValueError(f"negative_slope {param} not a valid number")
    slope = 0.01 if param is None else param
    return math.sqrt(2.0 / (1 + slope ** 2))


def _xavier_std(tensor, gain):
    """Spread that keeps the variance both forwards and backwards."""
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return gain * math.sqrt(2.0 / float(fan_in + fan_out))


def xavier_uniform_(tensor, gain=1.0):
    """U(-a, a) with a = gain * sqrt(6 / (fan_in + fan_out))"""
    bound = math.sqrt(3.0) * _xavier_std(tensor, gain)
    return uniform_(tensor, -bound, bound)


def xavier_normal_(tensor, gain=1.0):
    """N(0, gain squared * 2 / (fan_in + fan_out))"""
    return normal_(tensor, 0.0, _xavier_std(tensor, gain))


def _kaiming_std(tensor, a, mode, nonlinearity):
    """Spread that keeps the variance in one direction; None when there is nothing to fill."""
    if 0 in tensor.shape:
        warnings.warn("Initializing zero-element tensors is a no-op")
        return None
    fan = _calculate_correct_fan(tensor, mode)
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """U(-b, b) with b = gain * sqrt(3 / fan)"""
    std = _kaiming_std(tensor, a, mode, nonlinearity)
    if std is None:
        return tensor
    bound = math.sqrt(3.0) * std
    return uniform_(tensor, -bound, bound)


def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    """N(0, gain squared / fan)"""
    std = _kaiming_std(tensor, a, mode, nonlinearity)
    return tensor if std is None else normal_(tensor, 0, std)


def orthogonal_(tensor, gain=1):
    """Orthogonal rows or columns: Q of a normal matrix, its signs made those of R's diagonal."""
    if tensor.ndimension() < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if tensor.numel() == 0:
        return tensor
    rows = tensor.size(0)
    columns = tensor.numel() // rows
    drawn = tensor.new(rows, columns).normal_(0, 1)
    q, r = torch.linalg.qr(drawn.t_() if rows < columns else drawn)
    q *= torch.diag(r, 0).sign()
    if rows < columns:
        q.t_()
    with torch.no_grad():
        tensor.view_as(q).copy_(q)
        tensor.mul_(gain)
    return tensor


def _deprecated(function, old, new):
    """The old name of an initialiser: it warns and calls the new one."""
    def renamed(*args, **kwargs):
        """Warn, then fill."""
        warnings.warn(f"nn.init.{old} is now deprecated in favor of nn.init.{new}.")
        return function(*args, **kwargs)

    return renamed


uniform = _deprecated(uniform_, "uniform", "uniform_")
normal = _deprecated(normal_, "normal", "normal_")
constant = _deprecated(constant_, "constant", "constant_")
eye = _deprecated(eye_, "eye", "eye_")
xavier_uniform = _deprecated(xavier_uniform_, "xavier_uniform", "xavier_uniform_")
xavier_normal = _deprecated(xavier_normal_, "xavier_normal", "xavier_normal_")
kaiming_uniform = _deprecated(kaiming_uniform_, "kaiming_uniform", "kaiming_uniform_")
kaiming_normal = _deprecated(kaiming_normal_, "kaiming_normal", "kaiming_normal_")
orthogonal = _deprecated(orthogonal_, "orthogonal", "orthogonal_")
