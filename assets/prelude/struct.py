# Numbers into bytes and back. Formats: an order (< > = ! @), then counts and letters.

import math

_sizes = {"x": 1, "c": 1, "b": 1, "B": 1, "?": 1, "h": 2, "H": 2, "i": 4, "I": 4, "l": 8, "L": 8,
          "q": 8, "Q": 8, "n": 8, "N": 8, "e": 2, "f": 4, "d": 8}
_floats = {"e": (5, 10), "f": (8, 23), "d": (11, 52)}  # bits of the exponent, of the fraction


class error(Exception):
    """A format or a value that does not fit."""

    __module__ = "struct"


def _read(format):
    """The byte order and a list of (letter, count, bytes in front, size)."""
    if isinstance(format, bytes):
        format = format.decode()
    order = "@"
    if format and format[0] in "<>=!@":
        order, format = format[0], format[1:]
    items, count, place = [], "", 0
    for letter in format:
        if letter.isdigit():
            count += letter
            continue
        if letter.isspace() and not count:
            continue
        if letter not in _sizes and letter != "s":
            raise error("bad char in struct format")
        size = _sizes.get(letter, 1)
        if order != "@":
            if letter in "nN":
                raise error("bad char in struct format")
            size = 4 if letter in "lL" else size
        gap = -place % size if order == "@" else 0
        times = int(count) if count else 1
        items.append((letter, times, gap, size))
        place += gap + times * size
        count = ""
    if count:
        raise error("repeat count given without format specifier")
    return "big" if order in ">!" else "little", items


def calcsize(format):
    """How many bytes the format makes."""
    return sum([gap + times * size for _, times, gap, size in _read(format)[1]])


def _float_bits(value, letter):
    """The bits of a float, rounded to nearest, ties to even."""
    exponent_bits, fraction_bits = _floats[letter]
    top = (1 << exponent_bits) - 1
    bias = top >> 1
    sign = 1 if math.copysign(1.0, value) < 0 else 0
    value = abs(value)
    if math.isnan(value):
        field, fraction = top, 1 << (fraction_bits - 1)
    elif math.isinf(value):
        field, fraction = top, 0
    elif value == 0:
        field, fraction = 0, 0
    else:
        exponent = max(math.frexp(value)[1] - 1, 1 - bias)
        # in two steps: one alone may leave the range of a float
        whole = round(math.ldexp(math.ldexp(value, -exponent), fraction_bits))
        field = exponent + bias + (whole >> fraction_bits) - 1
        fraction = whole & ((1 << fraction_bits) - 1)
        if field >= top:
            raise OverflowError(f"float too large to pack with {letter} format")
    return (sign << (exponent_bits + fraction_bits)) | (field << fraction_bits) | fraction


def _float_of(bits, letter):
    """The float that these bits are."""
    exponent_bits, fraction_bits = _floats[letter]
    top = (1 << exponent_bits) - 1
    fraction = bits & ((1 << fraction_bits) - 1)
    field = (bits >> fraction_bits) & top
    sign = -1.0 if bits >> (exponent_bits + fraction_bits) else 1.0
    if field == top:
        return sign * (math.nan if fraction else math.inf)
    whole = fraction if field == 0 else fraction | (1 << fraction_bits)
    return sign * math.ldexp(float(whole), max(field, 1) - (top >> 1) - fraction_bits)


def _pack_one(value, letter, size, order):
    """The bytes of one number."""
    if letter == "c":
        if not isinstance(value, bytes) or len(value) != 1:
            raise error("char format requires a bytes object of length 1")
        return value
    if letter == "?":
        return b"\x01" if value else b"\x00"
    if letter in _floats:
        if not isinstance(value, (int, float)) and not hasattr(value, "__float__"):
            raise error("required argument is not a float")
        return _float_bits(float(value), letter).to_bytes(size, order)
    if not isinstance(value, int) and not hasattr(value, "__index__"):
        raise error("required argument is not an integer")
    value, signed = int(value), letter in "bhilqn"
    low = -(1 << (size * 8 - 1)) if signed else 0
    high = (1 << (size * 8 - (1 if signed else 0))) - 1
    if not low <= value <= high:
        name = {"b": "byte", "B": "ubyte", "h": "short", "H": "ushort"}.get(letter, repr(letter))
        if letter in "bBhH" or (letter in "il" and size == 4):
            raise error(f"{name} format requires {low} <= number <= {high}")
        raise error("argument out of range")
    return value.to_bytes(size, order, signed=signed)


def pack(format, *values):
    """The values as bytes."""
    order, items = _read(format)
    wanted = sum([0 if letter == "x" else 1 if letter == "s" else times for letter, times, _, _ in items])
    if wanted != len(values):
        raise error(f"pack expected {wanted} items for packing (got {len(values)})")
    packed, at = b"", 0
    for letter, times, gap, size in items:
        packed += b"\x00" * gap
        if letter == "x":
            packed += b"\x00" * times
        elif letter == "s":
            if not isinstance(values[at], bytes):
                raise error("argument for 's' must be a bytes object")
            text = values[at][:times]
            packed += text + b"\x00" * (times - len(text))
            at += 1
        else:
            for value in values[at:at + times]:
                packed += _pack_one(value, letter, size, order)
            at += times
    return packed


def _unpack_one(data, letter, order):
    """The number that some bytes are."""
    if letter == "c":
        return data
    if letter == "?":
        return data != b"\x00"
    bits = int.from_bytes(data, order, signed=letter in "bhilqn")
    return _float_of(bits, letter) if letter in _floats else bits


def unpack(format, buffer):
    """The values that the bytes hold, as a tuple."""
    size = calcsize(format)
    if len(buffer) != size:
        raise error(f"unpack requires a buffer of {size} bytes")
    return unpack_from(format, buffer)


def unpack_from(format, buffer, offset=0):
    """The values that begin at a place of the bytes."""
    order, items = _read(format)
    size = calcsize(format)
    if len(buffer) - offset < size:
        raise error(f"unpack_from requires a buffer of at least {size + offset} bytes for unpacking "
                    f"{size} bytes at offset {offset} (actual buffer size is {len(buffer)})")
    values, at = [], offset
    for letter, times, gap, size in items:
        at += gap
        if letter == "s":
            values.append(buffer[at:at + times])
        elif letter != "x":
            for place in range(times):
                start = at + place * size
                values.append(_unpack_one(buffer[start:start + size], letter, order))
        at += times * size
    return tuple(values)


def iter_unpack(format, buffer):
    """The values of one format after the other."""
    size = calcsize(format)
    if size == 0:
        raise error("cannot iteratively unpack with a struct of length 0")
    if len(buffer) % size:
        raise error(f"iterative unpacking requires a buffer of a multiple of {size} bytes")
    for start in range(0, len(buffer), size):
        yield unpack_from(format, buffer, start)


class Struct:
    """A format that is used often."""

    def __init__(self, format):
        self.format = format
        self.size = calcsize(format)

    def pack(self, *values):
        """The values as bytes."""
        return pack(self.format, *values)

    def unpack(self, buffer):
        """The values that the bytes hold."""
        return unpack(self.format, buffer)

    def unpack_from(self, buffer, offset=0):
        """The values that begin at a place of the bytes."""
        return unpack_from(self.format, buffer, offset)
