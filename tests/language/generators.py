def t(x, n):
    print(n, x)
    return x
g = (t(x, "elem") for x in range(3) if t(x, "cond") != 1)
print("made")
print(next(g)); print(next(g)); print(next(g, "end"), next(g, "end"))
import itertools
print(next(n for n in itertools.count() if n * n > 50))
print(list((a, b) for a in range(3) for b in range(a) if b % 2 == 0), sum(x * y for x in (1, 2) for y in (3, 4)))
def w():
    if any((m := n) > 1 for n in [0, 1, 2, 3]): return m
print(w())
print(",".join(str(i) for i in range(3)), max(len(s) for s in ["a", "bbb"]), sorted(-i for i in range(3)), dict((k, v) for k, v in zip("ab", (1, 2))), set(i % 2 for i in range(5)) == {0, 1}, tuple(i for i in range(2)))
try: next(x for x in [])
except StopIteration: print("stop")
g = (1 / x for x in (1, 0, 2))
print(next(g))
try: next(g)
except ZeroDivisionError as e: print(e)
print(list(g))
try: list(next(iter([])) for _ in range(2))
except RuntimeError as e: print(e)
try: g = (x for x in 5)
except TypeError as e: print(e)
try: g = (y for x in [1] for y in 5); print("lazy"); list(g)
except TypeError as e: print(e)
def mk():
    k = 10
    return (k + i for i in range(3))
print(list(mk()), *mk())
class A:
    items = [1, 2]
    def each(self): return (self.f(i) for i in self.items)
    def f(self, i): return i * 2
print(list(A().each()), 4 in A().each(), [x for x in A().each()])
a, b = (i for i in "xy"); print(a, b)
for i, c in enumerate(c.upper() for c in "ab"): print(i, c)
print(type(g), iter(g) is g, all(x > 0 for x in [1, 2]), list(zip((i for i in range(2)), "ab")))
n = (i for i in n) if 0 else 5
r = (x for x in range(3)); print(sum(r), sum(r))
def rec(n): return sum(rec(n - 1) for _ in range(2)) if n else 1
print(rec(5))
nested = ((i, j) for i in range(2) for j in (k for k in range(i + 1))); print(list(nested))
l = [1, 2, 3]; g = (x for x in l); l.append(4); print(list(g))
x = 1; g = (x + i for i in range(2)); x = 10; print(list(g))
