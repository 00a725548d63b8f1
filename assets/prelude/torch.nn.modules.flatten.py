# Reshaping as layers, for use in a Sequential. They keep no parameters
# and move no numbers.

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
    """Splits axis `dim` into several."""

    def __init__(self, dim, unflattened_size):
        super().__init__()
        if not isinstance(dim, int):
            raise TypeError("invalid argument type for dim parameter")
        if not isinstance(unflattened_size, (tuple, list)):
            raise TypeError("unflattened_size must be a tuple of ints, "
                            f"but found type {type(unflattened_size).__name__}")
        for place, size in enumerate(unflattened_size):
            if not isinstance(size, int):
                raise TypeError("unflattened_size must be tuple of ints, but found element of type "
                                f"{type(size).__name__} at pos {place}")
        self.dim = dim
        self.unflattened_size = unflattened_size

    def forward(self, input):
        """(N, a * b) -> (N, a, b)"""
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self):
        """dim=1, unflattened_size=(2, 3)"""
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"


class Unfold(Module):
    """The patches of images as columns."""

    def __init__(self, kernel_size, dilation=1, padding=0, stride=1):
        super().__init__()
        self.kernel_size = kernel_size
        self.dilation = dilation
        self.padding = padding
        self.stride = stride

    def forward(self, input):
        """(N, C, H, W) -> (N, C * kernel cells, patches)"""
        return F.unfold(input, self.kernel_size, self.dilation, self.padding, self.stride)

    def extra_repr(self):
        """kernel_size=4, dilation=1, padding=0, stride=4"""
        return (f"kernel_size={self.kernel_size}, dilation={self.dilation}, "
                f"padding={self.padding}, stride={self.stride}")


class Fold(Module):
    """Columns back into images; patches that overlap are added."""

    def __init__(self, output_size, kernel_size, dilation=1, padding=0, stride=1):
        super().__init__()
        self.output_size = output_size
        self.kernel_size = kernel_size
        self.dilation = dilation
        self.padding = padding
        self.stride = stride

    def forward(self, input):
        """(N, C * kernel cells, patches) -> (N, C, *output_size)"""
        return F.fold(input, self.output_size, self.kernel_size, self.dilation, self.padding, self.stride)

    def extra_repr(self):
        """output_size=(4, 4), kernel_size=2, dilation=1, padding=0, stride=2"""
        return (f"output_size={self.output_size}, kernel_size={self.kernel_size}, "
                f"dilation={self.dilation}, padding={self.padding}, stride={self.stride}")
