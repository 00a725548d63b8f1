# Holds layers that put cells around the last one, two or three axes.

import torch.nn.functional as F
from torch.nn.modules.module import Module


class _Pad(Module):
    """Keeps how many cells come before and behind each of the last axes, the last axis first."""

    _told = "__init__"

    _axes, _mode = 1, "constant"

    def __init__(self, padding):
        super().__init__()
        self.padding = (padding,) * (2 * self._axes) if isinstance(padding, int) else tuple(padding)

    def forward(self, input):
        """(..., n) -> (..., before + n + behind)"""
        return F.pad(input, self.padding, self._mode)

    def extra_repr(self):
        """(1, 1, 2, 2)"""
        return f"{self.padding}"


class _ConstantPadNd(_Pad):
    def __init__(self, padding, value):
        super().__init__(padding)
        self.value = value

    def forward(self, input):
        """(..., n) -> (..., before + n + behind)"""
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self):
        """padding=(1, 1), value=0"""
        return f"padding={self.padding}, value={self.value}"


class ConstantPad1d(_ConstantPadNd):
    """A value around the last axis."""


class ConstantPad2d(_ConstantPadNd):
    """A value around the last two axes."""
    _axes = 2


class ConstantPad3d(_ConstantPadNd):
    """A value around the last three axes."""
    _axes = 3


class ZeroPad2d(ConstantPad2d):
    """Zeros around the last two axes."""

    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        """(1, 1, 2, 2)"""
        return f"{self.padding}"


class ReflectionPad1d(_Pad):
    """The cells mirrored at the ends."""
    _mode = "reflect"


class ReflectionPad2d(_Pad):
    """The cells mirrored at the edges."""
    _axes, _mode = 2, "reflect"


class ReplicationPad1d(_Pad):
    """The cells at the ends again."""
    _mode = "replicate"


class ReplicationPad2d(_Pad):
    """The cells at the edges again."""
    _axes, _mode = 2, "replicate"


class ReplicationPad3d(_Pad):
    """The cells at the faces again."""
    _axes, _mode = 3, "replicate"
