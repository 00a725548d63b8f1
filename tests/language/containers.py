def f(x, *, y=1, **kw): return x, y, kw
d = {"y": 2, "z": 3}
print(f(1, **d), f(*(1,), **{**d, "w": 4}))
m = [[1, 2, 3], [4, 5, 6]]
print(list(zip(*m)), [list(r) for r in zip(*m)], [sum(r) for r in m], sum(sum(r) for r in m), max(m, key=sum))
print([m[i][j] for j in range(3) for i in range(2)], [[r[j] for r in m] for j in range(3)])
a = list(range(10)); print(a[2:8:3], a[::-2], a[-3:], a[:-7], a[5:2:-1], a[100:], a[slice(1, 4)])
b = a[:]; b[2:5] = []; b += [99]; del b[::3]; print(b)
s = 0
for i, (x, y) in enumerate(zip("abc", [1, 2, 3]), start=1): s += i * y
print(s, i, x, y)
matrix = [[0] * 3 for _ in range(2)]
for i in range(2):
    for j in range(3):
        if i == j: continue
        matrix[i][j] = i * 3 + j
print(matrix)
print({k: v for k, v in sorted({"b": 1, "a": 2}.items(), key=lambda kv: kv[1])}, dict(a=1, **{"b": 2}), dict(zip("ab", range(2))))
words = "the cat sat on the mat".split()
counts = {}
for w in words: counts[w] = counts.get(w, 0) + 1
print(counts, sorted(counts, key=lambda w: (-counts[w], w)), " ".join(reversed(words)), {w: i for i, w in enumerate(dict.fromkeys(words))})
print("%s has %d items costing %.2f (%5.1f%%)" % ("cart", 3, 9.5, 12.345), "{:>10}|{:<6}|{:^7}|{:+.1e}|{:08.3f}".format("r", "l", "c", 12345.6789, 3.14159))
print(f"{'a':-^9}{1:03d}{2.5:>8.2f}{True!s:>6}{None}", f"{d!r}", f"{[1, 2][0]:>4}", f"{3 + 4 = }", f"{'quote'!r}")
print(isinstance(f, type(lambda: 0)), callable(f), (lambda: (yield_ := 3) + 1)())
x, y, *z = range(5); print(x, y, z); (p, q), [r] = (1, 2), [3]; print(p, q, r)
t = (1, [2, 3]); t[1].append(4); print(t)
try: t[1] += [5]
except TypeError as e: print(e, t)
print(0 if not [] else 1, [] or "e", "a" and "b", not "", 1 < 2 < 3 < 4, 1 if 0 else 2 if 0 else 3)
for n in range(2, 12):
    for k in range(2, n):
        if n % k == 0: break
    else: print(n, end=" ")
print()
def fib():
    a, b, out = 0, 1, []
    while len(out) < 10: out.append(a); a, b = b, a + b
    return out
print(fib())
def var(first, *rest, sep=" ", **opts): return sep.join(map(str, (first, *rest))) + str(opts)
print(var(1, 2, 3, sep="-", end=4), var("x"))
class P:
    def __init__(self, x, y): self.x, self.y = x, y
    def __iter__(self): return (v for v in (self.x, self.y))
    def __eq__(self, o): return (self.x, self.y) == (o.x, o.y)
    def __lt__(self, o): return (self.x, self.y) < (o.x, o.y)
    def __repr__(self): return f"P({self.x}, {self.y})"
a, b = P(1, 2); print(a, b, list(P(3, 4)), sorted([P(2, 1), P(1, 5)]), P(1, 1) == P(1, 1), [P(0, 0)], {"p": P(0, 1)}, max(P(1, 2), P(1, 3)))
print(type(P(1, 1)).__name__, P.__init__.__name__, P(1, 2).__class__.__name__, P.__name__)
print(" a b ".strip().split(" "), "a,b,,c".split(","), "abc".upper().lower().capitalize(), "x=1;y=2".replace(";", " ").split(), "abcabc".rfind("b"), "tEsT".casefold() if 0 else "")
import math
print(math.sqrt(16), math.pi, math.exp(0), math.log(math.e), math.ceil(1.2), math.floor(-1.2), math.inf, -math.inf, math.isnan(math.nan), math.pow(2, 3), math.log2(8), math.cos(0), math.factorial(5), math.prod([1, 2, 3]), math.gcd(12, 8), math.isclose(0.1 + 0.2, 0.3))
