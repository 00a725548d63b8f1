# Arguments of every kind, defaults, closures, scope.
def f(a, b=2, *args, c, d=4, **kwargs):
    return a, b, args, c, d, kwargs


print(f(1, c=3), f(1, 9, 8, 7, c=3, e=5), f(*[1, 2, 3], **{"c": 0, "z": 1}), f(a=1, c=2, b=3))


def only_names(*, query, key=None):
    return query, key


def positional(a, b, /, c):
    return a + b + c


print(only_names(query=1), only_names(key=2, query=3), positional(1, 2, c=3))


def collect(item, box=[]):
    box.append(item)
    return box


print(collect(1), collect(2), collect(3, []))


def counter():
    n = 0

    def step(by=1):
        nonlocal n
        n += by
        return n
    return step


c1, c2 = counter(), counter()
print(c1(), c1(5), c2(), c1())
total = 10


def change():
    global total
    total += 1
    local = total * 2
    return local


print(change(), total)
adders = [lambda x, i=i: x + i for i in range(3)]
late = [lambda x: x + i for i in range(3)]
print([g(10) for g in adders], [g(10) for g in late])
compose = lambda *fs: lambda x: x if not fs else compose(*fs[1:])(fs[0](x))
print(compose(lambda x: x + 1, str, len)(99), (lambda: None)(), (lambda *a, **k: (a, k))(1, b=2))


def fact(n: int) -> int:
    """n!"""
    return 1 if n <= 1 else n * fact(n - 1)


print(fact(5), fact(20), fact.__doc__, fact.__name__, fact.__annotations__ == {"n": int, "return": int})


def multi():
    return 1, [2, 3], {"k": 4}


x, (y, z), d = multi()
print(x, y, z, d, multi())


def nothing():
    pass


print(nothing(), nothing() is None)


def early(n):
    for i in range(n):
        for j in range(n):
            if i * j == 6:
                return i, j
    return "none"


print(early(3), early(5))
print(*[1, 2], *(3,), sep="-", end="!\n")
print(max([3, 1, 2], key=lambda v: -v), sorted("bca", reverse=True), min("pear", "fig", key=len), max([], default=0))
print((lambda a, b: a if a > b else b)(3, 4), list(map(lambda p, q: p * q, [1, 2], [3, 4])))
f.tag = "labelled"
print(f.tag, f.__defaults__, callable(f), callable(3))
