# Lets shapes stand in annotations: read, and not checked.


class _Shaped:
    """Float[Tensor, "batch length"] is what stands before the comma."""

    def __class_getitem__(cls, item):
        return item[0] if isinstance(item, tuple) else item


class Float(_Shaped):
    """Of floating point."""


class Int(_Shaped):
    """Of integers."""


class Bool(_Shaped):
    """Of truth values."""


class Shaped(_Shaped):
    """Of any type."""


Integer = Int64 = Int32 = UInt8 = Int
Float32 = Float64 = Float16 = BFloat16 = Num = Real = Inexact = Float


def jaxtyped(fn=None, **options):
    """Nothing is checked."""
    return fn if callable(fn) else lambda function: function
