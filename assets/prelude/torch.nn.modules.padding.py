# Padding as layers: around the last axis or the last two.

import torch.nn.functional as F
from torch.nn.modules.module import Module


class _Pad(Module):
    """`padding` on all sides alike, or a number for each side, the last axis first."""

    _sides, _mode = 4, "constant"

    def __init__(self, padding):
        super().__init__()
        self.padding = (padding,) * self._sides if isinstance(padding, int) else tuple(padding)

    def forward(self, input):
        """(N, C, ...) -> the last axes wider"""
        return F.pad(input, self.padding, self._mode)

    def extra_repr(self):
        """(1, 1)"""
        return str(self.padding)


class ReflectionPad1d(_Pad):
    """The last axis, mirrored at its ends."""

    _sides, _mode = 2, "reflect"


class ReflectionPad2d(_Pad):
    """The plane, mirrored at its edges."""

    _mode = "reflect"


class ReplicationPad1d(_Pad):
    """The last axis, its ends repeated."""

    _sides, _mode = 2, "replicate"


class ReplicationPad2d(_Pad):
    """The plane, its edges repeated."""

    _mode = "replicate"


class ConstantPad1d(_Pad):
    """The last axis, with a value around it."""

    _sides = 2

    def __init__(self, padding, value):
        super().__init__(padding)
        self.value = value

    def forward(self, input):
        """(N, C, L) -> (N, C, longer)"""
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self):
        """padding=(1, 1), value=0"""
        return f"padding={self.padding}, value={self.value}"


class ConstantPad2d(ConstantPad1d):
    """The plane, with a value around it."""

    _sides = 4


class ZeroPad2d(ConstantPad2d):
    """The plane, with 0 around it."""

    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        """(1, 1, 1, 1)"""
        return str(self.padding)
