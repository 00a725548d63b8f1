# bytes as CPython has them: % with its own directives, translate, and the search that takes a byte as an int;
# str.format_map. Each line: what it gives, or the error.
from collections import defaultdict
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
for f in [lambda: b"%s=%d|%5.2f" % (b"a\xff", 3, 2.5), lambda: b"%b" % b"x", lambda: b"%c%c" % (200, b"z"), lambda: b"%a %r" % ("é", b"q"),
 lambda: b"%(k)s!" % {b"k": b"v"}, lambda: b"%s" % "x", lambda: b"%5s|%-5b|" % (b"\xe9", b"ab"), lambda: b"%c" % 256, lambda: b"%c" % "a", lambda: b"%x %%" % 255,
 lambda: b"%d" % "x", lambda: b"%s" % (b"1", b"2"), lambda: b"%s %s" % b"1", lambda: b"%q" % 1, lambda: b"\xff\x00%d" % 1, lambda: b"%.2s" % b"\xff\xfe\xfd", lambda: b"x".__mod__(1), lambda: b"a".__rmod__(b"%s"), lambda: b"a".__rmod__("%s"),
 lambda: b"%c" % -1, lambda: b"%s" % 3, lambda: b"%s" % [1], lambda:b"%s" % None,
 lambda: b"hello".translate(bytes.maketrans(b"el", b"ip")), lambda: b"hello".translate(None, b"l"), lambda: b"hello".translate(None, delete=b"h"), lambda: b"x".translate(b"abc"), lambda: bytes.maketrans(b"a", b"bc"), lambda: b"".maketrans(b"a", "b"), lambda: len(b"".maketrans(b"", b"")), lambda: b"a".translate(3),
 lambda: "{a} {b[0]} {c.real}".format_map({"a": 1, "b": [2], "c": 3}), lambda: "{}".format_map({}), lambda: "{0}".format_map({}), lambda: "{x}".format_map({}), lambda: "{x!r:>5}".format_map(defaultdict(str)), lambda: "{x}".format_map(3), lambda: "{x}".format_map([1]), lambda: "plain".format_map(None), lambda: "x".format_map(), lambda: "{a:{w}}".format_map({"a": 1, "w": 4}),
 lambda: b"abcabc".find(b"c"), lambda: b"abcabc".rfind(b"c", 0, 5), lambda: b"abc".find(98), lambda: b"abc".find(300), lambda: b"abc".find("b"), lambda: b"abc".index(b"z"), lambda: b"abc".rindex(b"z"), lambda: b"aaa".count(b"a"), lambda: b"aaa".count(b""), lambda: b"aaa".count(b"aa"), lambda: b"abc".find(b"", 3), lambda: b"abc".find(b"", 4), lambda: b"abc".rfind(b""), lambda: b"abc".rfind(b"c", -1), lambda: b"abc".find(b"a", None, None), lambda: b"abc".find(b"a", "x"), lambda: b"\xff\xfe".find(b"\xfe"), lambda: b"".count(b""), lambda: b"abc".count(b"", 5), lambda: b"abc".find(1.5), lambda: b"a\0b".find(0), lambda: b"abc".index(b"c", 1, 2), lambda: b"abca".rindex(97), lambda: b"abc".find(True), lambda: b"abc".count(98), lambda: b"abc".find([1])]:
    t(f)
class B(bytes): pass
class HB:
    def __bytes__(self): return b"hb"
t(lambda: b"%s" % HB())
t(lambda: B(b"%s") % b"q")
t(lambda: "a\0b%d" % 1)
t(lambda: (b"ab" * 3000 + b"x").rfind(b"ba"))
t(lambda: (b"ab" * 3000).count(b"ba", 1, -1))
for of in ({}.keys(), {}.items(), slice(2), {}, [], set()):
    t(lambda: hash(of))
    t(lambda: of.__hash__)
t(lambda: bytes(HB()))
print(B(b"%s") % b"q", b"\x00%c" % 0)
