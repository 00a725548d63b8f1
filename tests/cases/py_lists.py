# Lists and tuples.
a = [3, 1, 2]
a.append(5)
a.extend([7, 8])
a.insert(1, 99)
print(a, len(a), a[0], a[-1], a[1:3], a[::-1], a[::2], a[-2:], a.index(99), a.count(1), 5 in a, sum(a))
print(a.pop(), a.pop(0), a)
a.remove(99)
a.sort()
print(a, sorted(a, reverse=True), a.reverse(), a)
a[1:3] = [10, 20, 30]
print(a)
a[::2] = [0, 0, 0] if len(a) == 5 else a[::2]
print(a)
del a[0], a[-1:]
print(a, a + [1], a * 2, [0] * 3, [[0] * 2 for _ in range(2)], a == list(a), a is a[:], a.copy() == a)
b = a
b += [4]
print(a, b is a, [1, 2] < [1, 3], [1] < [1, 0], [] == [], not [], bool([0]))
rows = [[0] * 2] * 2
rows[0][0] = 1
print(rows, [r[:] for r in rows], [x for row in rows for x in row])
first, *mid, last = range(6)
print(first, mid, last, [*mid, *"ab"], (*mid,), [i for i in range(10) if i % 3 == 0], [(i, j) for i in range(2) for j in "xy"])
t = (1, "a", [2])
t[2].append(3)
print(t, t[1], len(t), (1,), (), tuple([1]), t + (4,), t * 2, 1 in t, t.index("a"), t.count(1), (1, 2) < (1, 3), t[::-1])
x, y = 1, 2
x, y = y, x
(p, q), r = (x, y), [5]
print(x, y, p, q, r, list(zip([1, 2, 3], "ab")), list(enumerate("ab", 1)), list(range(5, 0, -2)), list(reversed([1, 2])))
pairs = [("b", 2), ("a", 2), ("c", 1)]
print(sorted(pairs), sorted(pairs, key=lambda p: (-p[1], p[0])), sorted(pairs, key=lambda p: p[1]), max(pairs), min(pairs, key=lambda p: p[1]))
pairs.sort(key=lambda p: p[0], reverse=True)
print(pairs, list(zip(*pairs)), [n for n, _ in pairs], dict(pairs))
m = [[1, 2, 3], [4, 5, 6]]
print([list(c) for c in zip(*m)], [sum(r) for r in m], sum(map(sum, m)), [max(r) for r in m], m[1][2], [r[1] for r in m], sum(m, []))
print([1, "a", None, True, 2.5, (1,), {"k": []}], [[], [[]]], ["it's", 'q"'], list("hi"), [1, 2, 3][1], (1, 2, 3)[-1])
a.clear()
print(a, any([]), all([]), any([0, 1]), all([1, 0]), list(filter(None, [0, 1, "", "x"])), list(map(str, [1, 2])), [None] * 2)
print(range(3), range(1, 4), range(0, 10, 3), len(range(10)), 3 in range(5), range(10)[2:5], list(range(10))[-3:], range(3) == range(0, 3))
it = iter([1, 2])
print(next(it), next(it), next(it, "end"), [*range(3)], list(range(0)), [i ** 2 for i in range(5)][1:-1], slice(1, 2))
stack = [1, 2, 3]
while stack:
    print(stack.pop(), end=" ")
print(stack, [] or "empty", [1] and "full", None or 0, [x := 5, x + 1])
