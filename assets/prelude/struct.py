# Turns numbers into bytes, and back. The formats are read in C; a str that comes back from there is a
# complaint.


class error(Exception):
    """What is wrong with a format, or does not fit it."""


def _told(made):
    if isinstance(made, str):
        raise error(made)
    return made


def calcsize(format, /):
    """How many bytes."""
    return _told(_size(format))


def pack(format, /, *values):
    """The values as bytes."""
    return _told(_pack(format, *values))


def unpack(format, buffer, /):
    """The values of bytes, as a tuple."""
    if len(buffer) != calcsize(format):
        raise error(f"unpack requires a buffer of {calcsize(format)} bytes")
    return _told(_unpack(format, buffer, 0))


def unpack_from(format, /, buffer, offset=0):
    """The values that stand at an offset."""
    size, room = calcsize(format), len(buffer)
    if offset < 0 and offset + size > 0:
        raise error(f"not enough data to unpack {size} bytes at offset {offset}")
    if offset < -room:
        raise error(f"offset {offset} out of range for {room}-byte buffer")
    at = offset + room if offset < 0 else offset
    if size > room - at:
        raise error(f"unpack_from requires a buffer of at least {size + at} bytes for unpacking {size} bytes "
                    f"at offset {at} (actual buffer size is {room})")
    return _told(_unpack(format, buffer, at))


def iter_unpack(format, buffer, /):
    """One tuple after the other."""
    size = calcsize(format)
    if size == 0:
        raise error("cannot iteratively unpack with a struct of length 0")
    if len(buffer) % size != 0:
        raise error(f"iterative unpacking requires a buffer of a multiple of {size} bytes")
    return map(lambda at: _told(_unpack(format, buffer, at)), range(0, len(buffer), size))


class Struct:
    """A format that is used more than once."""

    def __init__(self, format):
        self.size = calcsize(format)
        self.format = format if isinstance(format, str) else format.decode("ascii")

    def pack(self, *values):
        """The values as bytes."""
        return pack(self.format, *values)

    def unpack(self, buffer, /):
        """The values of bytes, as a tuple."""
        return unpack(self.format, buffer)

    def unpack_from(self, buffer, offset=0):
        """The values that stand at an offset."""
        return unpack_from(self.format, buffer, offset)

    def iter_unpack(self, buffer, /):
        """One tuple after the other."""
        return iter_unpack(self.format, buffer)
