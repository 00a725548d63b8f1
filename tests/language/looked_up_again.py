# What was found in a class, a scope or a small dictionary once is found anew when it has changed.
class A:
    x = 1

    def say(self):
        return "first"

    def __len__(self):
        return 0


class B(A):
    pass


def ask(o):
    try:
        return o.say(), o.x, bool(o)
    except (AttributeError, TypeError) as e:
        return str(e)


b = B()
print(ask(b))
A.say = lambda self: "second"
print(ask(b))
B.say = lambda self: "third"
print(ask(b))
b.say = lambda: "own"
print(ask(b))
del b.say, B.say
print(ask(b))
B.x = property(lambda self: 2)
print(ask(b))
del B.x
A.x = 3
print(ask(b))
del A.say
print(ask(b))
A.__getattr__ = lambda self, name: lambda: "asked for " + name
print(ask(b))
A.__len__ = lambda self: 5
B.__bool__ = lambda self: False
print(ask(b), len(b))
A.__add__ = lambda self, other: "sum"
print(b + 1)
A.__add__ = lambda self, other: "another sum"
print(b + 1)


class C:
    def __init__(self):
        self.made = 1


for k in range(3):
    print(C().__dict__)
    if k == 0:
        C.__init__ = lambda self: setattr(self, "made", 2)
    else:
        C.__setattr__ = lambda self, name, value: object.__setattr__(self, name, [value])
c = C()
c.more = 1
print(c.__dict__)
C.more = property(lambda self: "computed")
print(c.more)


def locals_of(n):
    if n == 1:
        a = 1
    try:
        print(a)
    except UnboundLocalError as e:
        print(e)
    b = [a for a in range(n)]
    del n
    try:
        n
    except UnboundLocalError as e:
        print(e)
    return sorted(locals())


print(locals_of(1), locals_of(2))


def counter():
    count = 0

    def add():
        nonlocal count
        count += 1
        return count

    def peek():
        return count, [count + k for k in range(2)]

    return add, peek


add, peek = counter()
other, _ = counter()
print(add(), add(), other(), peek())


def unset():
    def inner():
        return late

    try:
        inner()
    except NameError as e:
        print(e)
    late = 1
    return inner()


print(unset())
y = "module"


def of_text(y):
    return [eval("y"), eval("y * 2"), (lambda: y)()]


print(of_text(1), of_text(2), eval("y"))
d = {}
for k in range(20):
    d[k % 11, "key"] = d.get((k % 11, "key"), 0) + 1
    if k % 3 == 0:
        del d[k % 11, "key"]
print(d)
e = {str(k): k for k in range(9)}
for k in range(8):
    e.pop(str(k))
    e[k] = k
print(e, "8" in e, 8 in e)


def many(a, b=NotImplemented, *rest, c=3, **more):
    return a, b, rest, c, more


print(many(1, 2), many(NotImplemented, 2, 3), many(1, 2, c=4, d=5))
(p, q), r = [1, 2], "three"
first, second = [lambda: 1, lambda: 2]
s, t = t, s = 1, 2
print(p, q, r, first() + second(), s, t, "a"[0] is "ba"[1])


class Place:
    def __init__(self, at):
        self.at = at


def look(o):
    return o.at


def put(o, at):
    try:
        o.at = at
    except AttributeError as e:
        print(type(e).__name__)
    return o.__dict__


def make(kind, *more):
    try:
        return look(kind(1))
    except TypeError as e:
        return str(e)


p = Place(0)
print(look(p), put(p, 1), look(p))
Place.at = property(lambda self: "computed")
print(look(p), put(p, 2))
del Place.at
print(look(p), put(p, 3))
Place.__setattr__ = lambda self, name, at: object.__setattr__(self, name, -at)
print(put(p, 4), look(p))
del Place.__setattr__
p.__dict__ = {"before": 0, "at": 5}
print(look(p), put(p, 6))


class Other(Place):
    at = property(lambda self: "other", lambda self, at: print("set to", at))


p.__class__ = Other
print(look(p), put(p, 7))
for k in range(5):
    print(k, make(Place))
    if k == 0:
        Place.__init__ = lambda self, at: setattr(self, "at", at + 1)
    elif k == 1:
        Place.__init__ = lambda self: None
    elif k == 2:
        Place.__init__ = lambda self, at: at
    elif k == 3:
        Place.__new__ = lambda cls, at: p
        Place.__init__ = lambda self, at: None


def asked(first, second=2):
    return [(first, second, first + k) for k in range(second)], first


print(asked(1), asked(1, 1), asked(second=1, first=0))


def sends():
    got = []
    for k in range(3):
        try:
            yield k
            got.append((yield))
        except ValueError as e:
            got.append(str(e))
            yield "caught"
    return got


def drive():
    g = sends()
    print(next(g), g.send("first"), g.send("second"), g.throw(ValueError("third")), next(g))
    print((yield from g))


for x in drive():
    print("given", x)


class Many:
    def __init__(self, count):
        for name in "abcdefgh"[:count]:
            setattr(self, name, count)
        self.last = 0


def with_defaults(a, b, c=3, d=4):
    return a, b, c, d


for count in range(7):
    m = Many(count)
    m.more = m.a if count > 0 else None
    before = dict(m.__dict__)
    m.__dict__.clear()
    m.again = 1
    m.__dict__.update(before)
    print(m.__dict__, m.again, m.last)
    del m.again, m.__dict__["last"]
    print(m.__dict__, hasattr(m, "last"))
    try:
        print(with_defaults(*range(count)))
        print(with_defaults(count, 1), with_defaults(count, 1, 2), with_defaults(count))
    except TypeError as e:
        print(e)


def conditions():
    while (yield "while") < 2:
        print("small" if (yield "if") < 1 else "large")
        if (yield 1) < 0 < (yield 2):
            print("between")


c = conditions()
print(next(c), [c.send(k) for k in (0, 0, 1, 1, 1, -1, 1, 1, 2, 1)])
