# Writes bytes as letters, and reads them back.

_letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_pairs = [bytes([a, b]) for a in _letters for b in _letters]  # of 12 bits
_PART = 3072  # bytes that are worked on together
_values = {letter: value for value, letter in enumerate(_letters)}


class Error(ValueError):
    """What is no Base64."""


Error.__module__ = "binascii"


def _checked(s):
    if not isinstance(s, bytes):
        raise TypeError(f"a bytes-like object is required, not '{type(s).__name__}'")
    return s


def b64encode(s, altchars=None):
    """Three bytes become four letters."""
    short, parts = -len(_checked(s)) % 3, []
    s += bytes(short)
    for start in range(0, len(s), _PART):
        pairs = []
        for at in range(start, min(start + _PART, len(s)), 3):
            three = s[at] << 16 | s[at + 1] << 8 | s[at + 2]
            pairs += _pairs[three >> 12], _pairs[three & 4095]
        parts.append(b"".join(pairs))
    made = b"".join(parts)[:-short or None] + b"=" * short
    return made if altchars is None else made.replace(b"+", altchars[:1]).replace(b"/", altchars[1:])


def b64decode(s, altchars=None, validate=False):
    """The other way round. Other characters than the 64 and = are passed over."""
    s = s.encode("ascii") if isinstance(s, str) else _checked(s)
    if altchars is not None:
        s = s.replace(altchars[:1], b"+").replace(altchars[1:], b"/")
    parts, made, number, count, padding = [], [], 0, 0, 0
    for letter in s:
        if len(made) >= _PART:
            parts.append(bytes(made))
            made.clear()
        if letter in _values:
            number, padding, count = number << 6 & 0xffff | _values[letter], 0, count + 1
            if count % 4 != 1:
                made.append(number >> (-count % 4 * 2) & 255)
        elif letter == 61:
            padding += 1
            if count % 4 >= 2 and count % 4 + padding >= 4:
                return b"".join(parts) + bytes(made)
    if count % 4 == 1:
        raise Error(f"Invalid base64-encoded string: number of data characters ({count}) cannot be "
                    "1 more than a multiple of 4")
    if count % 4:
        raise Error("Incorrect padding")
    return b"".join(parts) + bytes(made)


def urlsafe_b64encode(s):
    """With - and _."""
    return b64encode(s, b"-_")


def urlsafe_b64decode(s):
    """With - and _."""
    return b64decode(s, b"-_")
