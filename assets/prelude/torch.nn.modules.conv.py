# Offers convolutions as layers. The weight is (out_channels, in_channels / groups, kernel sizes); weight and
# bias are drawn in this order, from U(-1/sqrt(fan_in), 1/sqrt(fan_in)).

import math
import torch
import torch.nn.functional as F
import torch.nn.init as init
from torch._C import Parameter
from torch.nn.modules.module import Module
from torch.nn._convolution import _edges, _same


class _ConvNd(Module):
    """What all of them keep, check and show."""

    _axes, _transposed = 2, False

    def __init__(self, in_channels, out_channels, kernel_size, stride, padding, dilation,
                 output_padding, groups, bias, padding_mode, device, dtype):
        super().__init__()
        if groups <= 0:
            raise ValueError("groups must be a positive integer")
        if in_channels % groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        if out_channels % groups != 0:
            raise ValueError("out_channels must be divisible by groups")
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.kernel_size = self._tuple(kernel_size)
        self.stride = self._tuple(stride)
        self.padding = padding if isinstance(padding, str) else self._tuple(padding)
        self.dilation = self._tuple(dilation)
        self.transposed = self._transposed
        self.output_padding = self._tuple(output_padding)
        self.groups = groups
        self.padding_mode = padding_mode
        if isinstance(padding, str):
            if padding not in ("same", "valid"):
                raise ValueError(f"Invalid padding string {padding!r}, "
                                 "should be one of {'valid', 'same'}")
            if padding == "same" and any([step != 1 for step in self.stride]):
                raise ValueError("padding='same' is not supported for strided convolutions")
        if padding_mode not in ("zeros", "reflect", "replicate", "circular"):
            raise ValueError("padding_mode must be one of {'reflect', 'zeros', 'replicate', "
                             f"'circular'}}, but got padding_mode='{padding_mode}'")
        if padding == "valid":
            self._reversed_padding_repeated_twice = [0, 0] * self._axes
        elif padding == "same":
            self._reversed_padding_repeated_twice = _same(self.kernel_size, self.dilation)
        else:
            self._reversed_padding_repeated_twice = tuple(_edges(self.padding))
        first, second = out_channels, in_channels // groups
        if self._transposed:
            first, second = in_channels, out_channels // groups
        shape = (first, second, *self.kernel_size)
        self.weight = Parameter(torch.empty(shape, device=device, dtype=dtype))
        if bias:
            self.bias = Parameter(torch.empty(out_channels, device=device, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def _tuple(self, value):
        """One number for all axes, or one for each."""
        return (value,) * self._axes if isinstance(value, int) else tuple(value)

    def reset_parameters(self):
        """Draw weight and bias anew."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            if fan_in != 0:
                bound = 1 / math.sqrt(fan_in)
                init.uniform_(self.bias, -bound, bound)

    def extra_repr(self):
        """3, 8, kernel_size=(3, 3), stride=(1, 1)"""
        text = (f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, "
                f"stride={self.stride}")
        zeros, ones = (0,) * self._axes, (1,) * self._axes
        if self.padding != zeros:
            text += f", padding={self.padding}"
        if self.dilation != ones:
            text += f", dilation={self.dilation}"
        if self.output_padding != zeros:
            text += f", output_padding={self.output_padding}"
        if self.groups != 1:
            text += f", groups={self.groups}"
        if self.bias is None:
            text += ", bias=False"
        if self.padding_mode != "zeros":
            text += f", padding_mode={self.padding_mode}"
        return text


class Convolution(_ConvNd):
    """A plain convolution; other paddings than zeros are a step of their own."""

    _told = "__init__ forward"

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1,
                 bias=True, padding_mode="zeros", device=None, dtype=None):
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation, 0, groups,
                         bias, padding_mode, device, dtype)

    def _conv_forward(self, input, weight, bias):
        """The function of this many axes."""
        convolve = (F.conv1d, F.conv2d, F.conv3d)[self._axes - 1]
        if self.padding_mode != "zeros":
            input = F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)
            return convolve(input, weight, bias, self.stride, 0, self.dilation, self.groups)
        return convolve(input, weight, bias, self.stride, self.padding, self.dilation, self.groups)

    def forward(self, input):
        """(N, in_channels, ...) -> (N, out_channels, ...)"""
        return self._conv_forward(input, self.weight, self.bias)


class Conv1d(Convolution):
    """Windows along the last axis."""

    _axes = 1


class Conv2d(Convolution):
    """Windows over the last two axes."""


class Conv3d(Convolution):
    """Windows over the last three axes."""

    _axes = 3


class _ConvTransposeNd(_ConvNd):
    """Every cell sends its filters out; the weight is (in_channels, out_channels / groups, kernel)."""

    _told = "__init__ forward"

    _transposed = True

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0,
                 groups=1, bias=True, dilation=1, padding_mode="zeros", device=None, dtype=None):
        if padding_mode != "zeros":
            raise ValueError(f'Only "zeros" padding mode is supported for {type(self).__name__}')
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation,
                         output_padding, groups, bias, padding_mode, device, dtype)

    def forward(self, input, output_size=None):
        """(N, in_channels, ...) -> (N, out_channels, larger ...)"""
        extra = self.output_padding
        if output_size is not None:
            wanted, extra = tuple(output_size)[-self._axes:], []
            for axis in range(self._axes):
                reach = self.dilation[axis] * (self.kernel_size[axis] - 1) + 1
                cells = input.size(axis - self._axes)
                least = (cells - 1) * self.stride[axis] - 2 * self.padding[axis] + reach
                extra.append(wanted[axis] - least)
        convolve = (F.conv_transpose1d, F.conv_transpose2d)[self._axes - 1]
        return convolve(input, self.weight, self.bias, self.stride, self.padding, tuple(extra),
                        self.groups, self.dilation)


class ConvTranspose1d(_ConvTransposeNd):
    """Along the last axis."""

    _axes = 1


class ConvTranspose2d(_ConvTransposeNd):
    """Over the last two axes."""
