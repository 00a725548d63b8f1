# Pooling and resizing as layers. Each keeps its options and calls the function of the same kind in
# torch.nn.functional.

import torch.nn.functional as F
from torch.nn.modules.module import Module


class _MaxPool(Module):
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


class MaxPool1d(_MaxPool):
    """The largest cell of each window along the last axis."""

    def forward(self, input):
        """(N, C, L) -> (N, C, windows)"""
        return F.max_pool1d(input, self.kernel_size, self.stride, self.padding, self.dilation,
                            ceil_mode=self.ceil_mode, return_indices=self.return_indices)


class MaxPool2d(_MaxPool):
    """The largest cell of each window of the plane."""

    def forward(self, input):
        """(N, C, H, W) -> (N, C, windows down, windows across)"""
        return F.max_pool2d(input, self.kernel_size, self.stride, self.padding, self.dilation,
                            ceil_mode=self.ceil_mode, return_indices=self.return_indices)


def _single(value):
    """(value,), unless it is a tuple already."""
    return (value,) if isinstance(value, int) else value


class AvgPool1d(Module):
    """The mean of each window along the last axis."""

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
        super().__init__()
        self.kernel_size = _single(kernel_size)
        self.stride = _single(stride if stride is not None else kernel_size)
        self.padding = _single(padding)
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad

    def forward(self, input):
        """(N, C, L) -> (N, C, windows)"""
        return F.avg_pool1d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode,
                            self.count_include_pad)

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


class AdaptiveMaxPool1d(_Adaptive):
    """The largest cell of each window along the last axis."""

    def forward(self, input):
        """(N, C, L) -> (N, C, output_size)"""
        return F.adaptive_max_pool1d(input, self.output_size, self.return_indices)


class AdaptiveMaxPool2d(_Adaptive):
    """The largest cell of each window of the plane."""

    def forward(self, input):
        """(N, C, H, W) -> (N, C, *output_size)"""
        return F.adaptive_max_pool2d(input, self.output_size, self.return_indices)


class Upsample(Module):
    """The last axes stretched."""

    def __init__(self, size=None, scale_factor=None, mode="nearest", align_corners=None,
                 recompute_scale_factor=None):
        super().__init__()
        self.name = "Upsample"
        self.size = size
        if isinstance(scale_factor, tuple):
            self.scale_factor = tuple([float(factor) for factor in scale_factor])
        else:
            self.scale_factor = float(scale_factor) if scale_factor else None
        self.mode = mode
        self.align_corners = align_corners
        self.recompute_scale_factor = recompute_scale_factor

    def forward(self, input):
        """(N, C, ...) -> the last axes in their new size"""
        return F.interpolate(input, self.size, self.scale_factor, self.mode, self.align_corners)

    def extra_repr(self):
        """scale_factor=2.0, mode=nearest"""
        how = f"scale_factor={self.scale_factor}" if self.scale_factor is not None else (
            f"size={self.size}")
        return f"{how}, mode={self.mode}"


class PixelShuffle(Module):
    """Channels spread over a finer plane."""

    def __init__(self, upscale_factor):
        super().__init__()
        self.upscale_factor = upscale_factor

    def forward(self, input):
        """(N, C * r * r, H, W) -> (N, C, H * r, W * r)"""
        return F.pixel_shuffle(input, self.upscale_factor)

    def extra_repr(self):
        """upscale_factor=2"""
        return f"upscale_factor={self.upscale_factor}"


class PixelUnshuffle(Module):
    """A fine plane gathered into channels."""

    def __init__(self, downscale_factor):
        super().__init__()
        self.downscale_factor = downscale_factor

    def forward(self, input):
        """(N, C, H * r, W * r) -> (N, C * r * r, H, W)"""
        return F.pixel_unshuffle(input, self.downscale_factor)

    def extra_repr(self):
        """downscale_factor=2"""
        return f"downscale_factor={self.downscale_factor}"


class UpsamplingNearest2d(Upsample):
    """A picture stretched: each new cell is the nearest old one."""

    def __init__(self, size=None, scale_factor=None):
        super().__init__(size, scale_factor, "nearest")


class UpsamplingBilinear2d(Upsample):
    """A picture stretched, its corners kept."""

    def __init__(self, size=None, scale_factor=None):
        super().__init__(size, scale_factor, "bilinear", True)
