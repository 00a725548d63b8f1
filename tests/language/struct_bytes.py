# struct: numbers into bytes and back.
import struct
print(struct.pack("<IhB", 7, -2, 255), struct.calcsize("<IhB"), struct.calcsize("iq"), struct.pack("bq", 1, 2))
print(struct.unpack("<f", struct.pack("<f", 3.14159))[0], struct.pack(">d", 1e-310), struct.unpack(">d", struct.pack(">d", -0.1)), struct.pack("<e", 65504.0), struct.unpack("<e", b"\x01\x00"))
bits = struct.unpack("!I", struct.pack("!f", 0.15625))[0]
print(f"{bits:032b}")
print(struct.unpack("3s2xH", b"abc\0\0\0\x01\x02"), struct.pack("5s", b"ab"), struct.pack("2h?", 1, 2, True), struct.pack("<f", 1e-45), struct.pack("<f", 16777217.0), struct.unpack("<2f", struct.pack("<2f", float("inf"), -0.0)))
for f, v in (("B",300),("b",-200),("h",40000),("H",-1),("i",2**31),("I",-1),("<q",2**63),("Q",-1),("e",1e6),("<f",1e40),("i","a"),("f","a"),("c",1),("z",1)):
    try: print(struct.pack(f, v))
    except Exception as e: print(f, type(e).__name__, e)
for f in (lambda: struct.unpack("<I", b"abc"), lambda: struct.pack("<2I", 1), lambda: struct.unpack_from("<I", b"abcdef", 4)):
    try: print(f())
    except struct.error as e: print(e)
s = struct.Struct("<hh"); print(s.size, s.pack(1, 2), s.unpack(b"\1\0\2\0"), list(struct.iter_unpack("<h", b"\1\0\2\0")))
