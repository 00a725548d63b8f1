class Stack:
    def __init__(self): self._d = []
    def push(self, x): self._d.append(x); return self
    def pop(self):
        if not self._d: raise IndexError("pop from empty stack")
        return self._d.pop()
    def __len__(self): return len(self._d)
    def __bool__(self): return bool(self._d)
    def __getitem__(self, i): return self._d[i]
    def __contains__(self, x): return x in self._d
s = Stack().push(1).push(2).push(3)
print(len(s), bool(s), s[0], s[-1], s[0:2], 2 in s, [x for x in s], s.pop(), list(s))
while s: s.pop()
try: s.pop()
except IndexError as e: print("error:", e)
class Temp:
    def __init__(self, c): self.c = c
    @property
    def f(self): return self.c * 9 / 5 + 32
    @f.setter
    def f(self, v): self.c = (v - 32) * 5 / 9
    @classmethod
    def from_f(cls, f): t = cls(0); t.f = f; return t
    @staticmethod
    def valid(c): return c > -273.15
print(Temp(100).f, Temp.from_f(212).c, Temp.valid(-300))
class Animal:
    kind = "?"
    registry = {}
    def __init_subclass__(cls, **kw): super().__init_subclass__(**kw); Animal.registry[cls.__name__] = cls
    def speak(self): raise NotImplementedError
class Dog(Animal):
    def speak(self): return "woof"
class Cat(Animal): pass
print(sorted(Animal.registry), Dog().speak())
try: Cat().speak()
except NotImplementedError as e: print("NI", repr(e))
def memo(f):
    cache = {}
    def w(*a):
        if a not in cache: cache[a] = f(*a); w.misses += 1
        return cache[a]
    w.misses = 0
    return w
@memo
def fibm(n): return n if n < 2 else fibm(n - 1) + fibm(n - 2)
print(fibm(30), fibm.misses)
def timed(label):
    def deco(fn):
        def inner(*a, **k):
            print(f"[{label}] {fn.__name__} {a} {k}"); return fn(*a, **k)
        return inner
    return deco
class Svc:
    @timed("svc")
    def run(self, x, *, y=2): return x + y
class _R:
    def __repr__(self): return "R"
Svc.__repr__ = lambda self: "Svc"
print(Svc().run(1, y=5))
def compose(*fs):
    def h(x):
        for f in reversed(fs): x = f(x)
        return x
    return h
print(compose(lambda x: x + 1, lambda x: x * 2)(5))
acc = []
def visit(t, depth=0):
    if isinstance(t, (list, tuple)):
        for k in t: visit(k, depth + 1)
    else: acc.append((depth, t))
visit([1, [2, (3, [4])], 5]); print(acc)
def outer(n):
    def inner(m):
        nonlocal n
        n += m
        def deepest(): return n * m
        return deepest
    return inner
print(outer(1)(2)())
class Vec:
    def __init__(self, *v): self.v = v
    def __add__(self, o): return Vec(*(a + b for a, b in zip(self.v, o.v)))
    def __mul__(self, k): return Vec(*[a * k for a in self.v])
    __rmul__ = __mul__
    def __matmul__(self, o): return sum(a * b for a, b in zip(self.v, o.v))
    def __repr__(self): return "Vec" + repr(self.v)
    def __neg__(self): return self * -1
    def __sub__(self, o): return self + -o
    def __getattr__(self, n):
        if n in "xyz": return self.v["xyz".index(n)]
        raise AttributeError(n)
print(Vec(1, 2) + Vec(3, 4), 2 * Vec(1, 2), Vec(1, 2) @ Vec(3, 4), Vec(3, 4) - Vec(1, 1), Vec(1, 2).y)
