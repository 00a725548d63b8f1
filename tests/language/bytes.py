b = b'hello \x00\xff\'"\n\t\\ world'
print(b, repr(b), str(b), len(b), b[0], b[-1], b[1:4], b[::-1], b[::3], type(b), f"{b}", f"{b!r:>5}")
print(b"it's", b'say "x"', b'a' b"b" rb'\n' b"""c
d""", b"", br"\x41", b"\101\7\x7f~")
s = "héllo €😀"
e = s.encode()
print(e, len(e), list(e), e.decode(), e.decode("utf-8") == s, s.encode("utf8"), "abc".encode("ascii"), "é".encode("latin-1"), b"\xe9".decode("latin1"))
for enc, err in [("ascii", "strict"), ("ascii", "ignore"), ("ascii", "replace"), ("latin-1", "replace"), ("latin-1", "strict"), ("ascii", "backslashreplace"), ("ascii", "xmlcharrefreplace"), ("nope", "strict"), ("ascii", "what")]:
    try: print(enc, err, s.encode(enc, err))
    except (UnicodeEncodeError, LookupError) as x: print(type(x).__name__, x)
for bad in [b"\x80abc", b"a\xc3", b"a\xe2\x82", b"\xe2\x28\xa1", b"\xf0\x9f\x98", b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\xaf", b"ab\xe2\x82\xacz\xf4\x90\x80\x80"]:
    try: print(bad.decode())
    except UnicodeDecodeError as x: print(x, "|", x.start, x.end, x.reason, x.encoding, x.object, repr(x))
    print(repr(bad.decode("utf-8", errors="replace")), repr(bad.decode(errors="ignore")), bad.decode("utf-8", "backslashreplace"))
try: b"a\xe9".decode("ascii")
except UnicodeDecodeError as x: print(x, isinstance(x, ValueError))
try: "aéè".encode("ascii")
except UnicodeError as x: print(x, x.args[2:])
print(bytes(), bytes(3), bytes([1, 2, 255]), bytes("hé", "utf-8"), bytes(b"x"), bytes(range(5)), bytes((i for i in (65, 66))), str(b"abc", "utf-8"), str(b"abc"))
for f in [lambda: bytes([256]), lambda: bytes(-1), lambda: bytes("x"), lambda: bytes([1.5]), lambda: bytes(1.5), lambda: bytes(["a"]), lambda: b"a" + "b", lambda: "b" + b"a", lambda: b"abc"[5], lambda: b"a" < "a", lambda: b"a".join(["x"]), lambda: b"ab".find("a"), lambda: b"ab".split(","), lambda: b"a" * "b", lambda: "a" in b"a", lambda: 300 in b"a", lambda: hash(b"a") and {}[b"q"], lambda: b"a".nope, lambda: b"x".startswith("x"), lambda: bytes.fromhex("0g"), lambda: bytes.fromhex("012"), lambda: [1] + b"a", lambda: b"a" - b"b", lambda: -b"a", lambda: b"a".replace("a", "b"), lambda: b"a".join(5), lambda: ord(b"ab"), lambda: "".join([b"a"]), lambda: b"abc".index(b"z"), lambda: "x".encode(5), lambda: int([b"a"])]:
    try: print(f())
    except Exception as x: print(type(x).__name__ + ":", x)
print(b"a" == "a", b"a" != "a", b"a" == b"a", b"a" < b"b", b"ab" >= b"abc", b"a" in b"cat", 97 in b"cat", b"" in b"", b"zz" in b"z", b"x" * 3, 3 * b"ab", b"a" + b"b", b"a" * -1)
d = {b"a": 1, (b"a", b"b"): 2}; print(d, d[b"a"], d[(b"a", b"b")], b"q" in d, {b"x", b"x"}, sorted([b"b", b"a", b""]), max(b"abc"), sum(b"ab"), bool(b""), bool(b"0"))
print(b"ff 0a".hex(), bytes.fromhex("ff 0A  00"), b"\xde\xad".hex(" "), b"abc".startswith(b"ab"), b"abc".startswith((b"x", b"a")), b"abc".endswith(b"c"), b"abcabc".find(b"c"), b"abcabc".rfind(b"c"), b"abc".find(b"z"), b"abc".find(98), b"abcabc".count(b"bc"), b"abc".index(b"c"))
print(b"a,b,,c".split(b","), b" a\tb\x0bc\x1cd \x85e".split(), b"a b c".split(None, 1), b"a,b,c".rsplit(b",", 1), b"a\nb\r\nc\x0bd\x85".splitlines(), b"a=b=c".partition(b"="), b", ".join([b"x", b"y"]), b"".join(bytes([i]) for i in range(65, 70)), b"aXbX".replace(b"X", b"--"), b"aXbX".replace(b"X", b"", 1), b"  x ".strip(), b"xxaxx".strip(b"x"), b"\xffa\xff".strip(b"\xff"))
print(b"Hello \xe9".upper(), b"HeLLo".lower(), b"hello world".title(), b"12".isdigit(), b"a\xe9".isalpha(), b" ".isspace(), b"a1".isalnum(), b"x".center(5, b"*"), b"7".zfill(3), b"abc".removeprefix(b"a"), b"x".ljust(3) + b"|")
print((1024).to_bytes(2, "big"), (1024).to_bytes(4, byteorder="little"), (-1).to_bytes(2, "big", signed=True), int.from_bytes(b"\x04\x00", "big"), int.from_bytes(b"\x00\x04", byteorder="little"), int.from_bytes(b"\xff\xfe", "big", signed=True), int.from_bytes([1, 0], "big"), int.from_bytes(b"", "big"), (0).to_bytes(0, "big"), (255).to_bytes(1, "big"), (127).to_bytes(1, "big", signed=True))
for f in [lambda: (256).to_bytes(1, "big"), lambda: (-1).to_bytes(1, "big"), lambda: (128).to_bytes(1, "big", signed=True), lambda: (1).to_bytes(2, "x"), lambda: (-129).to_bytes(1, "big", signed=True), lambda: (2**62).to_bytes(8, "little").hex(), lambda: (-2**62).to_bytes(9, "big", signed=True).hex()]:
    try: print(f())
    except Exception as x: print(type(x).__name__ + ":", x)
for i, c in enumerate(b"ab"): print(i, c, chr(c), bytes([c]))
def stats(ids):
    counts = {}
    for pair in zip(ids, ids[1:]): counts[pair] = counts.get(pair, 0) + 1
    return counts
def merge(ids, pair, idx):
    out = []; i = 0
    while i < len(ids):
        if i < len(ids) - 1 and ids[i] == pair[0] and ids[i + 1] == pair[1]: out.append(idx); i += 2
        else: out.append(ids[i]); i += 1
    return out
text = "Ａ😄 the cat in the hat, the end é"
ids = list(map(int, text.encode("utf-8"))); merges = {}
for i in range(5):
    st = stats(ids); top = max(st, key=st.get); ids = merge(ids, top, 256 + i); merges[top] = 256 + i
vocab = {idx: bytes([idx]) for idx in range(256)}
for (p0, p1), idx in merges.items(): vocab[idx] = vocab[p0] + vocab[p1]
print(ids, merges, vocab[256], b"".join(vocab[i] for i in ids).decode("utf-8", errors="replace") == text, b"".join(vocab[i] for i in ids[:2]).decode("utf-8", errors="replace"))
print(isinstance(b, bytes), isinstance(b, str), [hex(x) for x in "é".encode()], ["{:08b}".format(x) for x in b"hi"], b"%", ord(b"a"), repr(bytes), a := b"z", [*b"ab"], tuple(b"ab"), b"".decode() == "", len("é".encode()), ascii("é"), b'\''  b'"')
class B(bytes): pass
print(B(b"xy"), len(B([1, 2])), B(b"a") == b"a", isinstance(B(b""), bytes))
print(b"a\
b", max([b"a", b"c"]), any(b"\0"), all(b"ab"), list(zip(b"ab", "cd")), dict(zip(b"ab", b"cd")), b"abc".__class__, (b"abc").__len__(), set(b"aab") == {97, 98}, [b for b in b"x"])
for order in ("big", "little"):
    for b in (b"", b"\x7f", b"\x80", b"\x00\x80", b"\x80\x00", b"\x7f\xff", b"\xff\x7f"):
        print(order, b, int.from_bytes(b, order), int.from_bytes(b, order, signed=True), int.from_bytes(b[1:1], order, signed=True))
