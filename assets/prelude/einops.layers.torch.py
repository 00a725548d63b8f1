# Offers the einops operations as layers, for use in a Sequential. They keep the pattern and the lengths and
# call the function.

import einops
from torch.nn.modules.module import Module


class Rearrange(Module):
    """einops.rearrange with a fixed pattern: (b, t, h * d) -> (b, h, t, d) and the like."""

    def __init__(self, pattern, **axes_lengths):
        super().__init__()
        self.pattern = pattern
        self.axes_lengths = axes_lengths

    def forward(self, input):
        """A tensor that fits the left side -> one that fits the right side."""
        return einops.rearrange(input, self.pattern, **self.axes_lengths)

    def __repr__(self):
        parts = [repr(self.pattern)] + [f"{name}={size}" for name, size in self.axes_lengths.items()]
        return type(self).__name__ + "(" + ", ".join(parts) + ")"


class Reduce(Module):
    """einops.reduce with a fixed pattern: (b, t, d) -> (b, d) and the like."""

    def __init__(self, pattern, reduction, **axes_lengths):
        super().__init__()
        self.pattern = pattern
        self.reduction = reduction
        self.axes_lengths = axes_lengths

    def forward(self, input):
        """A tensor that fits the left side -> one that fits the right side."""
        return einops.reduce(input, self.pattern, self.reduction, **self.axes_lengths)

    def __repr__(self):
        parts = [repr(self.pattern), repr(self.reduction)]
        parts = parts + [f"{name}={size}" for name, size in self.axes_lengths.items()]
        return type(self).__name__ + "(" + ", ".join(parts) + ")"
