# Holds the affine maps. A Linear keeps its weight as (out_features, in_features) and multiplies by its
# transpose; weight and bias are drawn in this order, from U(-1/sqrt(in_features), 1/sqrt(in_features)).

import math
import torch
import torch.nn.functional as F
import torch.nn.init as init
from torch._C import Parameter
from torch.nn.modules.module import Module


class Identity(Module):
    """Returns its input; takes and ignores any arguments."""

    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, input):
        """(...) -> (...)"""
        return input


class Linear(Module):
    """y = x @ weight.T + bias; weight (out_features, in_features), bias (out_features)."""

    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        self.weight = Parameter(torch.empty((out_features, in_features), device=device, dtype=dtype))
        if bias:
            self.bias = Parameter(torch.empty(out_features, device=device, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self):
        """Draw weight and bias anew."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            bound = 1 / math.sqrt(fan_in) if fan_in > 0 else 0
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input):
        """(..., in_features) -> (..., out_features)"""
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self):
        """in_features=3, out_features=2, bias=True"""
        return (f"in_features={self.in_features}, out_features={self.out_features}, "
                f"bias={self.bias is not None}")


class NonDynamicallyQuantizableLinear(Linear):
    """The Linear that MultiheadAttention projects its output with; only its name differs."""
