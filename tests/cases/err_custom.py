# An exception of one's own, chained.
class MaskError(Exception):
    pass


class ShapeMaskError(MaskError):
    def __str__(self):
        return f"bad mask {self.args[0]}"


def check(shape):
    if len(shape) != 2:
        raise ShapeMaskError(shape)
    return True


print(check((2, 3)))
try:
    check((1,))
except MaskError as e:
    print("caught", e, type(e).__name__)
try:
    check((2, 3, 4))
except MaskError as e:
    raise RuntimeError("mask refused") from e
