# Offers pooling and resizing as layers. Each keeps its options and calls the function of the same kind in
# torch.nn.functional.

import torch.nn.functional as F
from torch.nn.modules.module import Module


class _MaxPoolNd(Module):
    """The largest cell of each window."""

    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, return_indices=False,
                 ceil_mode=False):
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = stride if stride is not None else kernel_size
        self.padding = padding
        self.dilation = dilation
        self.return_indices = return_indices
        self.ceil_mode = ceil_mode

    def extra_repr(self):
        """kernel_size=2, stride=2, padding=0, dilation=1, ceil_mode=False"""
        return (f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
                f"dilation={self.dilation}, ceil_mode={self.ceil_mode}")


class MaxPool1d(_MaxPoolNd):
    """The largest cell of each window along the last axis."""

    def forward(self, input):
        """(N, C, L) -> (N, C, windows)"""
        return F.max_pool1d(input, self.kernel_size, self.stride, self.padding, self.dilation,
                            ceil_mode=self.ceil_mode, return_indices=self.return_indices)


class MaxPool2d(_MaxPoolNd):
    """The largest cell of each window of the plane."""

    def forward(self, input):
        """(N, C, H, W) -> (N, C, windows down, windows across)"""
        return F.max_pool2d(input, self.kernel_size, self.stride, self.padding, self.dilation,
                            ceil_mode=self.ceil_mode, return_indices=self.return_indices)


class MaxPool3d(_MaxPoolNd):
    """The largest cell of each window of the space."""

    def forward(self, input):
        """(N, C, D, H, W) -> (N, C, windows...)"""
        return F.max_pool3d(input, self.kernel_size, self.stride, self.padding, self.dilation,
                            ceil_mode=self.ceil_mode, return_indices=self.return_indices)


class AvgPool1d(Module):
    """The mean of each window along the last axis."""

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
        super().__init__()
        self.kernel_size, self.stride, self.padding = [
            (one,) if isinstance(one, int) else one for one in (kernel_size, stride or kernel_size, padding)]
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad

    def forward(self, input):
        """(N, C, L) -> (N, C, windows)"""
        return F.avg_pool1d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad)

    def extra_repr(self):
        """kernel_size=(2,), stride=(2,), padding=(0,)"""
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool2d(Module):
    """The mean of each window of the plane."""

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
                 divisor_override=None):
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = stride if stride is not None else kernel_size
        self.padding = padding
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad
        self.divisor_override = divisor_override

    def forward(self, input):
        """(N, C, H, W) -> (N, C, windows down, windows across)"""
        return F.avg_pool2d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode,
                            self.count_include_pad, self.divisor_override)

    def extra_repr(self):
        """kernel_size=2, stride=2, padding=0"""
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class _Adaptive(Module):
    """Windows as large as it takes for `output_size` of them."""

    def __init__(self, output_size, return_indices=False):
        super().__init__()
        self.output_size = output_size
        self.return_indices = return_indices

    def extra_repr(self):
        """output_size=1"""
        return f"output_size={self.output_size}"


class AdaptiveAvgPool1d(_Adaptive):
    """The mean of each window along the last axis."""

    def forward(self, input):
        """(N, C, L) -> (N, C, output_size)"""
        return F.adaptive_avg_pool1d(input, self.output_size)


class AdaptiveAvgPool2d(_Adaptive):
    """The mean of each window of the plane."""

    def forward(self, input):
        """(N, C, H, W) -> (N, C, *output_size)"""
        return F.adaptive_avg_pool2d(input, self.output_size)


class AdaptiveMaxPool2d(_Adaptive):
    """The largest cell of each window of the plane."""

    def forward(self, input):
        """(N, C, H, W) -> (N, C, *output_size)"""
        return F.adaptive_max_pool2d(input, self.output_size, self.return_indices)
