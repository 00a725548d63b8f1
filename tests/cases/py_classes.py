# Classes: special methods, inheritance, super, the order of resolution.
class Vector:
    """A row of numbers."""

    def __init__(self, *items):
        self.items = list(items)

    def __repr__(self):
        return f"Vector({', '.join(map(str, self.items))})"

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]

    def __setitem__(self, i, value):
        self.items[i] = value

    def __iter__(self):
        return iter(self.items)

    def __contains__(self, x):
        return x in self.items

    def __add__(self, other):
        return Vector(*(a + b for a, b in zip(self, other)))

    def __mul__(self, k):
        return Vector(*[a * k for a in self])

    __rmul__ = __mul__

    def __matmul__(self, other):
        return sum(a * b for a, b in zip(self, other))

    def __eq__(self, other):
        return isinstance(other, Vector) and self.items == other.items

    def __lt__(self, other):
        return sum(self) < sum(other)

    def __neg__(self):
        return self * -1

    def __bool__(self):
        return any(self.items)

    def __call__(self, f):
        return Vector(*map(f, self.items))


v, w = Vector(1, 2, 3), Vector(4, 5, 6)
print(v + w, v * 2, 3 * v, v @ w, -v, len(v), v[0], v[-1], v[1:], 2 in v, 9 in v)
print(v == Vector(1, 2, 3), v == w, v != w, v < w, sorted([w, v]), max(v, w), bool(Vector(0)), list(v), [*v, *w])
v[1] = 20
print(v, str(v), f"{v}", [v], v(lambda x: x + 0.5), Vector.__doc__, Vector.__name__, type(v) is Vector)


class A:
    kind = "a"

    def who(self):
        return ["A"]

    def __str__(self):
        return f"<{self.kind}>"


class B(A):
    def who(self):
        return ["B"] + super().who()


class C(A):
    kind = "c"

    def who(self):
        return ["C"] + super(C, self).who()


class D(B, C):
    def who(self):
        return ["D"] + super().who()


d = D()
print(d.who(), d, d.kind, [k.__name__ for k in D.__mro__], isinstance(d, A), issubclass(B, C), D.__bases__ == (B, C))
d.kind = "mine"
A.kind = "changed"
print(d.kind, D.kind, B.kind, B(), vars(d), d.__dict__, hasattr(d, "nope"), getattr(d, "nope", None))
setattr(d, "extra", 5)
print(d.extra, d.__class__.__name__, A.who(d), callable(d.who))
del d.kind
print(d.kind)
