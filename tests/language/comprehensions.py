print([x * y for x in range(3) for y in range(x)], {x: x ** 2 for x in range(3)}, {c for c in "a"}, list(x for x in (1, 2)))
x = "outer"
[x for x in range(3)]; print(x)
print([[i * j for j in range(3)] for i in range(2)])
print([y := 5, y + 1], y)
if (n := len("abc")) > 2: print(n)
print([last := k for k in range(3)], last)
class K:
    a = 3
    b = [a for _ in range(2)] if False else 0
    c = [i for i in range(a)]
print(K.c)
try:
    class K2:
        a = 3
        b = [a for _ in range(2)]
except NameError as e: print(e)
print([a for a, b in [(1, 2), (3, 4)] if b > 2 if a], [(i, j) for i in "ab" for j in "cd" if i != "a"])
print(sum(i for i in range(10)), max(len(w) for w in ["a", "bbb"]), any(i > 2 for i in [1, 3]), all([]))
def f(): return [g() for g in [lambda: k for k in range(3)]]
print(f())
print(sorted({i % 3 for i in range(10)}), {k: [v] for k, v in zip("ab", [1, 2])})
g = (i for i in range(3)); print(next(g), list(g), next(g, "done"))
