"""Items, attributes and numbers in innermost loops: what is mostly so, and each way in which it is not."""


class Row(list):
    def __getitem__(self, k):
        return 10 * super().__getitem__(k)


class Point:
    def __init__(self, x):
        self.x = x
        self.items = [x, [x + 1, (x + 2, 3.5)]]


class Computed(Point):
    @property
    def items(self):
        return [7, [8, (9, 10)]]

    @items.setter
    def items(self, v):
        pass


class Late(Point):
    def __getattr__(self, name):
        return [name] * 3


def product(a, b, n):
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            s = 0
            for k in range(n):
                s += a[i][k] * b[k][j]
            c[i][j] += s
            c[i][-1] -= a[i][-n] / 2
    return c


def told(what, f, *args):
    try:
        print(what, f(*args))
    except Exception as error:
        print(what, type(error).__name__, error)


def inner(p, k):
    return p.items[1][1][k] + p.x * 2 - p.items[0]


def add_to(items, k, x):
    items[k] += x
    return items


def nested(a, k):
    a[k][a[k][0]] += a[k][1] * a[k][a[k][0]]
    return a


def halves(x):
    total = x[0] + (yield x[1] * 2) * x[1]
    total += x[0] * (yield total)
    x[0] += x[1] + (yield x[0])
    yield [total, x]


def unbound(flag):
    if flag:
        x = [1]
    return x[0] + 1


a = [[1, 2], [3, 4]]
print(product(a, [[5, 6], [7, 8]], 2))
print(product([[1.5, -0.0], [True, 2**62]], [[4, 2**40], [1e308, 10]], 2))
told("overflow", product, [[2**63 - 1]], [[2**63 - 1]], 1)
told("a row of its own", product, [Row([1, 2]), Row([3, 4])], [Row([5, 6]), Row([7, 8])], 2)
told("tuples", product, ((1, 2), (3, 4)), ((5, 6), (7, 8)), 2)
told("strings", product, ["ab", "cd"], [[2, 3], [1, 0]], 2)
told("too short", product, [[1], [2]], [[5, 6], [7, 8]], 2)
told("none", product, [[None]], [[1]], 1)
told("ranges", product, [range(2), range(2)], [range(2), range(5, 7)], 2)
told("dicts", product, [{0: 1, 1: 2}, {0: 3, -2: 4, -1: 5, 1: 2}], [{0: 1, 1: 1}, {0: 2, 1: 4}], 2)
for kind in (Point, Computed, Late):
    for k in (0, 1, -1, -2, 2, True, 1.0, "1", slice(0, 1)):
        told(kind.__name__, inner, kind(4), k)
told("no attribute", inner, 3, 0)
for k, x in ((0, 1), (-1, 2.5), (2, 1), (-4, 1), (True, [9]), ("0", 1), (1, 2**63), (None, 1)):
    told("add", add_to, [1, 2**63 - 1, "c"], k, x)
told("add to a tuple", add_to, (1, 2), 0, 1)
told("add to a row", add_to, Row([1, 2]), 0, 1)
told("nested", nested, [[1, 2, 3], [2, 3, 4]], 0)
told("nested", nested, [[1, 2, 3], [2, 3, 4]], 1)
told("nested", nested, [[1, 2, 3], [5, 3, 4]], 1)
g = halves([2, 3])
print(next(g), g.send(10), g.send(100), g.send(1000))
told("bound", unbound, True)
told("unbound", unbound, False)
for op in ("//", "%", "/"):
    for x, y in ((7, 2), (-7, 2), (7, -2), (7, 0), (7.5, 2), (7.5, 0), (7, 0.0), (True, 2)):
        told(f"{x} {op} {y}", eval(f"lambda v: v[0][0] {op} v[0][1]"), [[x, y]])


def shadow(items):
    total = 0
    for len in items:
        total += len * items[0]
    return total, len


print(shadow([1, 2, 3]))
print([[x * y + a[0][1] for x in (1, 2)] for y in (3, 4)], sum(a[i][1 - i] for i in (0, 1)))
print(0 < a[0][0] < a[1][1] * 2.5, a[0][0] == a[0][1] / 2, [a[0][1] - 1 if a[0][1] > a[0][0] + 0.5 else None])
