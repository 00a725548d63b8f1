print(__name__)
if __name__ == "__main__": print("main")
x: int = 5
y: "undefined_type"
print(__annotations__)
def f(a: int = 3) -> None: ...
print(f(), ...)
pass; z = 3; print(z)
if x: print(1)
elif y: print(2)
else: print(3)
print(1 if x > 3 else 2, x if not x else -x)
print((1, 2) + (3,), [1] * 3, (1, 2) * 2, "ab" < "b", [1, 2] < [1, 3], (1,) == (1,), {1: 2} == {1: 2}, {1, 2} == {2, 1}, [1] == (1,))
a = [1, 2, 3, 4]; a[1:3] = [9]; print(a); del a[0]; print(a); a[::1] = [7, 7, 8]; print(a); a[:0] = [1]; print(a, a[-1], a[-2:])
d = {"a": 1}; d["b"] = 2; del d["a"]; print(d, "b" in d, d.get("z", 0), list(d), d.pop("b"), d.setdefault("k", 5), d | {"m": 1})
m = [[0] * 2 for _ in range(2)]; m[0][1] = 5; print(m)
print(sorted([3, 1, 2], reverse=True), sorted("bca", key=lambda c: -ord(c)), list(reversed([1, 2])), min(3, 1), max("a", "b"), min([1, 2], key=lambda v: -v), sum([1, 2], 10), abs(-1.5), pow(2, 3, 5), divmod(7, 3), all([]), any([]), bin(5), hex(255), oct(8), chr(97), ord("a"), bool([]), int("ff", 16), round(1234.567, -2), list(map(str, [1])), type(3) is int, callable(len), id(x) == id(x))
print(10_000, 0xff, 0b11, 0o7, 1e3, .5, 5., 1_0.5, "a" "b", r"\n", '''t''', "\x41\u00e9")
a = b = []; a.append(1); print(b, a is b)
s = {3, 1}; s.add(2); s.discard(9); print(len(s), s & {1}, s | {5}, s - {1}, s ^ {1, 9}, {1} <= s)
lst = [5, 3, 8]; lst.sort(); print(lst, lst.index(5), lst.count(3)); lst.extend([1]); lst.insert(0, 9); lst.reverse(); print(lst, lst.pop(), lst.pop(0)); lst.clear(); print(lst)
t = 1, 2; p, q = t; print(p, q, t.index(2), t.count(1))
print("%.3f|%5.1f|%-8s|%+d|%x|%e|%g|%r|%c" % (1.23456, 2.5, "ab", 5, 255, 12345.678, 0.0001, "q", "z"))
print(f"{'nested ' + f'{x}'}", f"{x!r:>5}", f"{x:>{x}}", f"{3:.{2}f}", f"{1000000:,}", f"{255:#b}", f"{0.1:%}")
print(int(-3.7), int("  42 "), float("1e-3"), float("nan") == float("nan"), float("-inf"), 7 // -2, 7 % -2, -7 // 2, 2 ** 62, 1 << 40, 5 & 3, 5 | 3, 5 ^ 3, -5 >> 1)
while True:
    break
else: print("no")
assert True
del x
try: x
except NameError as e: print(e)
print(*"abc", *[1], **{"sep": "-"})
print([i for i in range(20) if i % 2 if i % 3], {**{"a": 1}}, [*range(2), *[5]])
lam = lambda: (yield_ for yield_ in [1]); print(list(lam()))
print(eval("1") if 0 else "", end=""); print("", end="")
print(any(x for x in [0, 1]), next((x for x in [1, 2, 3] if x > 1), None), sum(x * x for x in range(4)))
