# Bytes as letters.

_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
class Error(ValueError):
    """What is no Base64."""


Error.__module__ = "binascii"
_BLOCK = 49152  # bytes at a time: lists of numbers take sixteen times their room


def b64encode(s, altchars=None):
    """Three bytes become four letters."""
    made = []
    for start in range(0, len(s), _BLOCK):
        block = s[start:start + _BLOCK]
        gap = -len(block) % 3
        out = []
        for at in range(0, len(block), 3):
            number = int.from_bytes(block[at:at + 3], "big") << (8 * gap if at + 3 > len(block) else 0)
            out += [_LETTERS[number >> shift & 63] for shift in (18, 12, 6, 0)]
        made.append(bytes(out[:len(out) - gap]) + b"=" * gap)
    made = b"".join(made)
    return made if altchars is None else made.replace(b"+", altchars[:1]).replace(b"/", altchars[1:])


def b64decode(s, altchars=None, validate=False):
    """The other way round."""
    s = s.encode("ascii") if isinstance(s, str) else s
    if altchars is not None:
        s = s.replace(altchars[:1], b"+").replace(altchars[1:], b"/")
    places = {letter: at for at, letter in enumerate(_LETTERS)}
    made, number, count, padding = [], 0, 0, 0
    for start in range(0, len(s), _BLOCK):
        out = []
        for letter in s[start:start + _BLOCK]:
            if letter in places:
                number, count, padding = (number << 6 | places[letter]) & 0xffff, count + 1, 0
                if count % 4 != 1:
                    out.append(number >> (-count % 4 * 2) & 255)
            elif letter == 61:
                padding += 1
                if count % 4 >= 2 and count % 4 + padding >= 4:
                    return b"".join(made) + bytes(out)
        made.append(bytes(out))
    if count % 4 == 1:
        raise Error(f"Invalid base64-encoded string: number of data characters ({count}) cannot be "
                    "1 more than a multiple of 4")
    if count % 4 != 0:
        raise Error("Incorrect padding")
    return b"".join(made)


def urlsafe_b64encode(s):
    """With - and _."""
    return b64encode(s, b"-_")


def urlsafe_b64decode(s):
    """With - and _."""
    return b64decode(s, b"-_")
