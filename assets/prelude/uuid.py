# Makes names that are drawn at random, from a generator of their own, the same in every run.

import random

_own = random.Random(21)


class UUID:
    """A number of 128 bits, written in groups."""

    def __init__(self, hex=None, bytes=None, int=None, version=None):
        if hex is not None:
            number = __import__("builtins").int(hex.replace("urn:", "").replace("uuid:", "").strip("{}").replace("-", ""), 16)
        elif bytes is not None:
            number = __import__("builtins").int.from_bytes(bytes, "big")
        else:
            number = int
        if version is not None:
            number = number & ~(0xc000 << 48) | 0x8000 << 48
            number = number & ~(0xf000 << 64) | version << 76
        self.int = number

    hex = property(lambda self: "%032x" % self.int)
    bytes = property(lambda self: self.int.to_bytes(16, "big"))
    version = property(lambda self: self.int >> 76 & 0xf)

    def __str__(self):
        text = self.hex
        return "-".join([text[:8], text[8:12], text[12:16], text[16:20], text[20:]])

    def __repr__(self):
        return f"UUID({str(self)!r})"

    def __eq__(self, other):
        return isinstance(other, UUID) and self.int == other.int

    def __lt__(self, other):
        return self.int < other.int

    def __hash__(self):
        return hash(self.int)


def uuid4():
    """A random one."""
    return UUID(int=_own.getrandbits(128), version=4)


def uuid1(node=None, clock_seq=None):
    """One that tells the machine and the moment elsewhere: here it is drawn too."""
    return UUID(int=_own.getrandbits(128), version=1)


def _of_name(digest, version):
    return UUID(bytes=digest[:16], version=version)


def uuid5(namespace, name):
    """One made of a name."""
    import hashlib
    return _of_name(hashlib.sha1(namespace.bytes + name.encode()).digest(), 5)


def uuid3(namespace, name):
    """One made of a name."""
    import hashlib
    return _of_name(hashlib.md5(namespace.bytes + name.encode()).digest(), 3)


NAMESPACE_DNS = UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_URL = UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
