# struct as CPython has it: every code in every byte order, edges of each range, errors by their words.
import struct
from struct import Struct, calcsize, error, iter_unpack, pack, unpack, unpack_from


def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


def both(format, v):
    t(lambda: (pack(format, v), unpack(format, pack(format, v))[0]))


EDGES = [0, 2**7 - 1, 2**8 - 1, 2**15 - 1, 2**16 - 1, 2**31 - 1, 2**32 - 1, 2**63 - 1, 2**64 - 1]
for order in ["<", ">", "=", "!", "@", ""]:
    for code in "bBhHiIlLqQnNP":
        t(lambda: calcsize(order + code))
        for edge in EDGES if order in "@<>" and order else EDGES[:1]:
            both(order + code, edge)
            both(order + code, edge + 1)
            both(order + code, -edge - 1)
            both(order + code, -edge - 2)
for v in (10**400, -10**400):
    both("<d", v)
for v in (True, 2.0, "1", None, 10**30):
    both("<i", v)
FLOATS = [0.0, -0.0, 1.0, 1.5, 3.14159, -2.5e-5, 65504.0, 65519.99, 65520.0, 6e-8, 2.9e-8, 2.98023223876953125e-8, 2.98023223876953126e-8,
          6.097e-5, 6.1e-5, 1e-45, 3.4e38, 3.5e38, 1e308, float("inf"), float("-inf"), float("nan"), 7, True, 2**70, "x", None, 2049.0,
          2051.0, 1 / 3]
for order in "<>@":
    for code in "efd":
        for v in FLOATS:
            both(order + code, v)
for k in range(0, 65536, 331):
    a = unpack("<e", k.to_bytes(2, "little"))[0]
    if a == a and int.from_bytes(pack("<e", a), "little") != k:
        print("half", k)
for f in [lambda: pack("<BHIQ", 1, 2, 3, 4), lambda: pack("BHIQ", 1, 2, 3, 4), lambda: calcsize("bhilq0q"), lambda: calcsize("bi"),
          lambda: calcsize("ib0i"), lambda: calcsize("<bi"), lambda: pack("3s", b"a"), lambda: pack("3s", b"abcdef"), lambda: pack("3p", b"abcdef"),
          lambda: unpack("3p", b"\x02ab"), lambda: unpack("3p", b"\x09ab"), lambda: pack("0s", b"a"), lambda: pack("c", b"a"), lambda: pack("c", b"ab"),
          lambda: pack("c", 97), lambda: pack("s", "a"), lambda: pack("p", 3), lambda: pack("?", []), lambda: pack("?", "x"), lambda: unpack("?", b"\x07"),
          lambda: pack("<2x3b", 1, 2, 3), lambda: unpack("<xbx", b"\0\x05\0"), lambda: pack("<I", 1, 2), lambda: pack("<I"), lambda: unpack("<I", b"abc"),
          lambda: unpack("<I", b"abcde"), lambda: unpack("<I", "abcd"), lambda: unpack("z", b""), lambda: pack("<n", 1), lambda: pack("<P", 1),
          lambda: pack("5", 1), lambda: pack(" 2h  b ", 1, 2, 3), lambda: pack(b"<h", 1), lambda: pack(3, 1), lambda: calcsize("9999999999999999999b"),
          lambda: unpack_from("<H", b"\1\2\3\4", 2), lambda: unpack_from("<H", b"\1\2\3\4", -2), lambda: unpack_from("<H", b"\1\2\3\4", 3),
          lambda: unpack_from("<H", b"\1\2\3\4", -1), lambda: unpack_from("<H", b"\1\2\3\4", -9), lambda: unpack_from("<H", buffer=b"\1\2", offset=0),
          lambda: list(iter_unpack("<H", b"\1\2\3\4")), lambda: list(iter_unpack("<H", b"\1\2\3")), lambda: list(iter_unpack("", b"")),
          lambda: unpack("<2f3s?", pack("<2f3s?", 1, 2, b"xyz", True)), lambda: unpack("<0i", b""), lambda: pack(""), lambda: unpack("", b""),
          lambda: unpack(">4B", b"\xff\x01\x80\x00"), lambda: pack("<" + "f" * 3, *[1.0, 2.0, 3.0]), lambda: pack("@lLqQ", -1, 1, -1, 1),
          lambda: pack("<h", 1.5), lambda: struct.pack("!Iq", 7, -7)]:
    t(f)
s = Struct("<Id")
print(s.size, s.format, s.pack(3, 0.5), s.unpack(s.pack(3, 0.5)), list(s.iter_unpack(s.pack(1, 2.0) * 2)), s.unpack_from(b"??" + s.pack(9, 1.0), 2))
t(lambda: s.pack(1))
print(Struct(b">h").format, error.__name__, error.__module__, issubclass(error, Exception), issubclass(error, ValueError))


class Index:
    def __index__(self):
        return 300


class Real:
    def __float__(self):
        return 0.25


t(lambda: pack("<hf", Index(), Real()))
t(lambda: pack("<b", Index()))
numbers = [k * 0.5 for k in range(1000)]
print(list(unpack(f"<{len(numbers)}f", pack(f"<{len(numbers)}f", *numbers))) == numbers)
