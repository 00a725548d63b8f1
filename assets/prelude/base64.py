# Bytes as letters.

_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def b64encode(s, altchars=None):
    """Three bytes become four letters."""
    out = []
    for at in range(0, len(s), 3):
        part = s[at:at + 3]
        number = int.from_bytes(part + bytes(3 - len(part)), "big")
        letters = [_LETTERS[number >> shift & 63] for shift in (18, 12, 6, 0)]
        out += letters[:len(part) + 1] + [61] * (3 - len(part))
    made = bytes(out)
    return made if altchars is None else made.replace(b"+", altchars[:1]).replace(b"/", altchars[1:])


def b64decode(s, altchars=None, validate=False):
    """The other way round."""
    s = s.encode("ascii") if isinstance(s, str) else s
    if altchars is not None:
        s = s.replace(altchars[:1], b"+").replace(altchars[1:], b"/")
    places = {letter: at for at, letter in enumerate(_LETTERS)}
    letters = [places[letter] for letter in s if letter in places]
    out, number, bits = [], 0, 0
    for value in letters:
        number, bits = number << 6 | value, bits + 6
        if bits >= 8:
            bits -= 8
            out.append(number >> bits & 255)
    return bytes(out)


def urlsafe_b64encode(s):
    """With - and _."""
    return b64encode(s, b"-_")


def urlsafe_b64decode(s):
    """With - and _."""
    return b64decode(s, b"-_")
