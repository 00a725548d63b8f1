# Offers reshaping as layers, for use in a Sequential. They keep no parameters and move no numbers.

import torch.nn.functional as F
from torch.nn.modules.module import Module


class Flatten(Module):
    """Joins the axes from start_dim to end_dim into one."""

    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, input):
        """(N, a, b) -> (N, a * b)"""
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self):
        """start_dim=1, end_dim=-1"""
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """Cuts one axis into several."""

    def __init__(self, dim, unflattened_size):
        super().__init__()
        self.dim, self.unflattened_size = dim, unflattened_size

    def forward(self, input):
        """(N, a * b) -> (N, a, b)"""
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self):
        """dim=1, unflattened_size=(2, 3)"""
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"


class PixelShuffle(Module):
    """Channels become a finer grid."""

    def __init__(self, upscale_factor):
        super().__init__()
        self.upscale_factor = upscale_factor

    def forward(self, input):
        """(N, C * r * r, H, W) -> (N, C, H * r, W * r)"""
        return F.pixel_shuffle(input, self.upscale_factor)

    def extra_repr(self):
        """upscale_factor=2"""
        return f"upscale_factor={self.upscale_factor}"


class Upsample(Module):
    """F.interpolate as a layer."""

    def __init__(self, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None):
        super().__init__()
        self.size = size
        self.scale_factor = tuple([float(one) for one in scale_factor]) if isinstance(scale_factor, tuple) else (
            float(scale_factor) if scale_factor else None)
        self.mode, self.align_corners, self.recompute_scale_factor = mode, align_corners, recompute_scale_factor

    def forward(self, input):
        """(N, C, H, W) -> (N, C, ...)"""
        return F.interpolate(input, self.size, self.scale_factor, self.mode, self.align_corners,
                             recompute_scale_factor=self.recompute_scale_factor)

    def extra_repr(self):
        """scale_factor=2.0, mode=nearest"""
        info = f"scale_factor={self.scale_factor}" if self.scale_factor is not None else f"size={self.size}"
        return info + f", mode={self.mode}"
