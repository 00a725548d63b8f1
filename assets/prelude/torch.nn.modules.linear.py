# The affine maps. A Linear keeps its weight as (out_features, in_features) and multiplies by its
# transpose; weight and bias are drawn in this order, from U(-1/sqrt(in_features),
# 1/sqrt(in_features)).

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


class LazyLinear(Linear):
    """A Linear that learns in_features from its first input and is drawn then."""

    def __init__(self, out_features, bias=True, device=None, dtype=None):
        Module.__init__(self)  # not Linear's, which would draw
        self.in_features = 0
        self.out_features = out_features
        self.register_parameter("weight", None)
        self.register_parameter("bias", None)
        self._wanted = (bias, device, dtype)

    def forward(self, input):
        """(..., anything) -> (..., out_features)"""
        if self.weight is None:
            bias, device, dtype = self._wanted
            self.in_features = input.shape[-1]
            self.weight = Parameter(torch.empty((self.out_features, self.in_features),
                                                device=device, dtype=dtype))
            if bias:
                self.bias = Parameter(torch.empty(self.out_features, device=device, dtype=dtype))
            self.reset_parameters()
        return super().forward(input)

    def _get_name(self):
        """After the first input it is a plain Linear."""
        return "LazyLinear" if self.weight is None else "Linear"

    def extra_repr(self):
        """in_features=0, out_features=2, bias=True"""
        return (f"in_features={self.in_features}, out_features={self.out_features}, "
                f"bias={self._wanted[0]}")


class Bilinear(Module):
    """y[o] = x1 @ weight[o] @ x2 + bias[o]; weight (out, in1, in2), bias (out)."""

    def __init__(self, in1_features, in2_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in1_features = in1_features
        self.in2_features = in2_features
        self.out_features = out_features
        self.weight = Parameter(torch.empty((out_features, in1_features, in2_features),
                                            device=device, dtype=dtype))
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
        """(..., in1), (..., in2) -> (..., out)"""
        return F.bilinear(input1, input2, self.weight, self.bias)

    def extra_repr(self):
        """in1_features=2, in2_features=3, out_features=4, bias=True"""
        return (f"in1_features={self.in1_features}, in2_features={self.in2_features}, "
                f"out_features={self.out_features}, bias={self.bias is not None}")
