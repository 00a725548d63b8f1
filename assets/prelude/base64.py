# Bytes as letters.

class Error(ValueError):
    """What is no Base64."""


Error.__module__ = "binascii"


def b64encode(s, altchars=None):
    """Three bytes become four letters."""
    made = _encode(s)
    return made if altchars is None else made.replace(b"+", altchars[:1]).replace(b"/", altchars[1:])


def b64decode(s, altchars=None, validate=False):
    """The other way round."""
    s = s.encode("ascii") if isinstance(s, str) else s
    if altchars is not None:
        s = s.replace(altchars[:1], b"+").replace(altchars[1:], b"/")
    made = _decode(s)
    if isinstance(made, bytes):
        return made
    if made % 4 == 1:
        raise Error(f"Invalid base64-encoded string: number of data characters ({made}) cannot be "
                    "1 more than a multiple of 4")
    raise Error("Incorrect padding")


def urlsafe_b64encode(s):
    """With - and _."""
    return b64encode(s, b"-_")


def urlsafe_b64decode(s):
    """With - and _."""
    return b64decode(s, b"-_")
