# Holds what of the built-in classes and functions few programs call: str.translate is str_translate.

from math import copysign, frexp, inf, ldexp


def str_maketrans(x, y=None, z="", /):
    """The table of a dict, or of texts whose characters stand for each other, and of what goes."""
    if y is None:
        if not isinstance(x, dict):
            raise TypeError("if you give only one argument to maketrans it must be a dict")
        if any([isinstance(key, str) and len(key) != 1 for key in x]):
            raise ValueError("string keys in translate table must be of length 1")
        return {ord(key) if isinstance(key, str) else key: value for key, value in x.items()}
    for place, text in enumerate((x, y, z), 1):
        if not isinstance(text, str):
            raise TypeError(f"maketrans() argument {place} must be str, not {type(text).__name__}")
    if len(x) != len(y):
        raise ValueError("the first two maketrans arguments must have equal length")
    return {**{ord(a): ord(b) for a, b in zip(x, y)}, **{ord(a): None for a in z}}


def _translated(character, table):
    try:
        found = table[ord(character)]
    except LookupError:
        return character
    if found is None or isinstance(found, str):
        return found or ""
    if not isinstance(found, int):
        raise TypeError("character mapping must return integer, None or str")
    if not 0 <= found <= 0x10ffff:
        raise ValueError("character mapping must be in range(0x110000)")
    return chr(found)


def str_translate(self, table, /):
    """Each character as the table has it."""
    made = {character: _translated(character, table) for character in dict.fromkeys(self)}
    other = [character for character in made if made[character] != character]
    if len(other) < 2:  # at once
        return made[other[0]].join(self.split(other[0])) if other else self
    return "".join([made[character] for character in self])


def str_expandtabs(self, tabsize=8):
    """Blanks up to the next multiple of tabsize instead of each tab."""
    made, column, tabsize = [], 0, range(tabsize).stop
    for character in self:
        if character == "\t":
            character = " " * (tabsize - column % tabsize) if tabsize > 0 else ""
        column = 0 if character in ("\n", "\r") else column + len(character)
        made.append(character)
    return "".join(made)


def bytes_maketrans(frm, to, /):
    """What each of the 256 bytes becomes."""
    if len(_need_bytes(frm)) != len(_need_bytes(to)):
        raise ValueError("maketrans arguments must have same length")
    table = list(range(256))
    for a, b in zip(frm, to):
        table[a] = b
    return bytes(table)


def _need_bytes(value):
    if not isinstance(value, bytes):
        raise TypeError(f"a bytes-like object is required, not '{type(value).__name__}'")
    return value


def bytes_translate(self, table, /, delete=b""):
    """Each byte as a table of 256 has it, without those of delete."""
    table = bytes(range(256)) if table is None else _need_bytes(table)
    if len(table) != 256:
        raise ValueError("translation table must be 256 characters long")
    gone = set(_need_bytes(delete))
    return bytes([table[byte] for byte in self if byte not in gone])


def _is_little(byteorder):
    if not isinstance(byteorder, str):
        raise TypeError(f"to_bytes() argument 'byteorder' must be str, not {type(byteorder).__name__}")
    if byteorder not in ("little", "big"):
        raise ValueError("byteorder must be either 'little' or 'big'")
    return byteorder == "little"


def int_to_bytes(self, length=1, byteorder="big", *, signed=False):
    """The bytes of an int, a negative one as its complement."""
    little, length = _is_little(byteorder), range(length).stop
    if length < 0:
        raise ValueError("length argument must be non-negative")
    if self < 0 and not signed:
        raise OverflowError("can't convert negative int to unsigned")
    bits = (self if self >= 0 else -1 - self).bit_length() + bool(signed)
    if bits > 8 * length and (length > 0 or self not in (0, -1)):
        raise OverflowError("int too big to convert")
    made = bytes.fromhex(format(self & ((1 << 8 * length) - 1), f"0{2 * length}x")) if length else b""
    return made[::-1] if little else made


def int_from_bytes(bytes, byteorder="big", *, signed=False):
    """The int that has these bytes."""
    bytes = _bytes(bytes)
    if _is_little(byteorder):
        bytes = bytes[::-1]
    made = int("0" + bytes.hex(), 16)
    return made - (1 << 8 * len(bytes)) if signed and bytes and bytes[0] > 127 else made


_bytes = bytes


def float_as_integer_ratio(self):
    """Two ints, the second a power of two."""
    if self != self or self in (inf, -inf):
        kind, text = (ValueError, "NaN") if self != self else (OverflowError, "Infinity")
        raise kind(f"cannot convert {text} to integer ratio")
    over, exponent = frexp(self)
    while over != int(over):
        over, exponent = over * 2, exponent - 1
    return int(over) << max(exponent, 0), 1 << max(-exponent, 0)


def int_as_integer_ratio(self):
    """Itself and 1."""
    return int(self), 1


def int_conjugate(self):
    """Itself."""
    return +self


float_conjugate = int_conjugate


def float_hex(self):
    """Its bits: 0x1.8000000000000p+1."""
    if self != self or self in (inf, -inf):
        return repr(self)
    sign = "-" if copysign(1.0, self) < 0 else ""
    if self == 0:
        return sign + "0x0.0p+0"
    over, exponent = frexp(abs(self))
    power = max(exponent - 1, -1022)
    bits = int(ldexp(over, exponent - power + 52))
    return f"{sign}0x{bits >> 52}.{bits & (1 << 52) - 1:013x}p{power:+d}"


def float_fromhex(string, /):
    """What hex() writes; 0x, the point and the exponent may be missing."""
    import re
    if not isinstance(string, str):
        raise TypeError("bad argument type for built-in operation")
    found = re.fullmatch(r"\s*([-+]?)(?:(inf|infinity|nan)|(?:0x)?([0-9a-f]*)\.?([0-9a-f]*)(?:p([-+]?[0-9]+))?)\s*",
                         string, re.IGNORECASE)
    sign, word, whole, part, power = found.groups() if found else ("", "", "", "", "")
    if word:
        return float(sign + word)
    if not whole and not part:
        raise ValueError("invalid hexadecimal floating-point string")
    bits = int(whole + part, 16)
    power = int(power or 0) - 4 * len(part)
    size = bits.bit_length() + power  # 2 ** size is above it
    try:
        if not bits or size < -1080:
            made = 0.0
        else:
            made = bits / (1 << -power) if power < 0 else float(bits << min(power, 1024))
    except OverflowError:
        raise OverflowError("hexadecimal value too large to represent as a float") from None
    return -made if sign == "-" else made


def _inverse(number, mod):
    """What multiplied by the number gives 1, by Euclid's algorithm."""
    rest, others = number % mod, [mod, 0, 1]
    while rest:
        before, a, b = others
        others, rest = [rest, b, a - before // rest * b], before % rest
    if others[0] not in (1, -1):
        raise ValueError("base is not invertible for the given modulus")
    return others[0] * others[1] % mod


def builtins_pow(base, exp, mod):
    """base ** exp % mod, without ever growing far beyond mod."""
    if isinstance(getattr(type(base), "__pow__", None), type(_inverse)):
        return base.__pow__(exp, mod)
    if not all([isinstance(number, int) for number in (base, exp, mod)]):
        raise TypeError("pow() 3rd argument not allowed unless all arguments are integers")
    if mod == 0:
        raise ValueError("pow() 3rd argument cannot be 0")
    if exp < 0:
        base, exp = _inverse(base, mod), -exp
    made, square = 1 % mod, base % mod
    while exp:
        if exp & 1:
            made = made * square % mod
        square, exp = square * square % mod, exp >> 1
    return made
