# Holds layers that are seldom asked for: bends, parts of channels, and a model that would be spread over
# devices.

import math
import torch
import torch.nn.functional as F
import torch.nn.init as init
from torch._C import Parameter
from torch.nn.modules.module import Module


class Softshrink(Module):
    """Nearer to 0 by lambd, and 0 within it."""

    def __init__(self, lambd=0.5):
        super().__init__()
        self.lambd = lambd

    def forward(self, input):
        """(...) -> (...)"""
        return F.softshrink(input, self.lambd)

    def extra_repr(self):
        """0.5"""
        return str(self.lambd)


class Hardshrink(Softshrink):
    """0 within lambd, else as it is."""

    _told = "__init__"

    def forward(self, input):
        """(...) -> (...)"""
        return F.hardshrink(input, self.lambd)

    def extra_repr(self):
        """0.5"""
        return f"{self.lambd}"


class Tanhshrink(Module):
    """x - tanh(x)"""

    def forward(self, input):
        """(...) -> (...)"""
        return F.tanhshrink(input)


class Threshold(Module):
    """As it is above the threshold, else a value."""

    def __init__(self, threshold, value, inplace=False):
        super().__init__()
        self.threshold, self.value, self.inplace = threshold, value, inplace

    def forward(self, input):
        """(...) -> (...)"""
        return F.threshold(input, self.threshold, self.value, self.inplace)

    def extra_repr(self):
        """threshold=0.1, value=20"""
        return f"threshold={self.threshold}, value={self.value}" + (", inplace=True" if self.inplace else "")


class CELU(Module):
    """max(0, x) + min(0, alpha * (exp(x / alpha) - 1))"""

    def __init__(self, alpha=1.0, inplace=False):
        super().__init__()
        self.alpha, self.inplace = alpha, inplace

    def forward(self, input):
        """(...) -> (...)"""
        return F.celu(input, self.alpha, self.inplace)

    def extra_repr(self):
        """alpha=1.0"""
        return f"alpha={self.alpha}" + (", inplace=True" if self.inplace else "")


class Softmax2d(Module):
    """Softmax over the channels of each place."""

    def forward(self, input):
        """(N, C, H, W) -> (N, C, H, W)"""
        if input.dim() not in (3, 4):
            raise AssertionError("Softmax2d requires a 3D or 4D tensor as input")
        return F.softmax(input, -3)


class PixelUnshuffle(Module):
    """A grid becomes a coarser one with more channels."""

    def __init__(self, downscale_factor):
        super().__init__()
        self.downscale_factor = downscale_factor

    def forward(self, input):
        """(N, C, H * r, W * r) -> (N, C * r * r, H, W)"""
        return F.pixel_unshuffle(input, self.downscale_factor)

    def extra_repr(self):
        """downscale_factor=2"""
        return f"downscale_factor={self.downscale_factor}"


class ChannelShuffle(Module):
    """The channels of groups, dealt out in turn."""

    def __init__(self, groups):
        super().__init__()
        self.groups = groups

    def forward(self, input):
        """(N, C, ...) -> (N, C, ...)"""
        return F.channel_shuffle(input, self.groups)

    def extra_repr(self):
        """groups=2"""
        return f"groups={self.groups}"


class DataParallel(Module):
    """A model that would run on several GPUs: without one it is the model itself."""

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        self.module, self.device_ids = module, []

    def forward(self, *inputs, **kwargs):
        """What the model gives."""
        return self.module(*inputs, **kwargs)


class ParameterDict(Module):
    """Parameters by name."""

    def __init__(self, parameters=None):
        super().__init__()
        self._keys = {}
        if parameters is not None:
            self.update(parameters)

    def update(self, parameters):
        """Takes over the items of a dictionary, or pairs."""
        for key, value in parameters.items() if hasattr(parameters, "items") else parameters:
            self[key] = value

    def __setitem__(self, key, value):
        self._keys[key] = None
        if isinstance(value, torch.Tensor) and not isinstance(value, torch.nn.Parameter):
            value = torch.nn.Parameter(value)
        setattr(self, key, value)

    def __getitem__(self, key):
        return getattr(self, key)

    def __delitem__(self, key):
        del self._keys[key]
        delattr(self, key)

    def __len__(self):
        return len(self._keys)

    def __iter__(self):
        return iter(self._keys)

    def __contains__(self, key):
        return key in self._keys

    def keys(self):
        """The names."""
        return self._keys.keys()

    def values(self):
        """The parameters."""
        return [self[key] for key in self._keys]

    def items(self):
        """Names and parameters."""
        return [(key, self[key]) for key in self._keys]

    def extra_repr(self):
        """A line for each parameter."""
        lines = []
        for key, value in self.items():
            if isinstance(value, torch.Tensor):
                kind = "Parameter" if isinstance(value, torch.nn.Parameter) else "Tensor"
                size = "x".join([str(n) for n in value.size()])
                lines.append(f"  ({key}): {kind} containing: [{torch.typename(value)} of size {size}]")
            else:
                lines.append(f"  ({key}): Object of type: {type(value).__name__}")
        return "\n".join(lines)


class Bilinear(Module):
    """y = x1 @ weight @ x2 + bias; weight (out, in1, in2), bias (out)."""

    def __init__(self, in1_features, in2_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in1_features, self.in2_features, self.out_features = in1_features, in2_features, out_features
        self.weight = Parameter(torch.empty((out_features, in1_features, in2_features), device=device, dtype=dtype))
        if bias:
            self.bias = Parameter(torch.empty(out_features, device=device, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self):
        """Draw weight and bias anew."""
        bound = 1 / math.sqrt(self.weight.size(1))
        init.uniform_(self.weight, -bound, bound)
        if self.bias is not None:
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input1, input2):
        """(..., in1_features), (..., in2_features) -> (..., out_features)"""
        return F.bilinear(input1, input2, self.weight, self.bias)

    def extra_repr(self):
        """in1_features=3, in2_features=4, out_features=2, bias=True"""
        return (f"in1_features={self.in1_features}, in2_features={self.in2_features}, "
                f"out_features={self.out_features}, bias={self.bias is not None}")
