class Counter:
    count = 0
    items = []
    def __init__(self): Counter.count += 1; self.count += 10; self.items.append(self.count)
a, b = Counter(), Counter()
print(Counter.count, a.count, b.count, a.items is b.items, Counter.items)
class Meta:
    def __init_subclass__(cls, tag=None, **kw): super().__init_subclass__(**kw); cls.tag = tag; print("sub", cls.__name__, tag)
class X(Meta, tag="t"): pass
class Y(X): pass
print(X.tag, Y.tag)
class S:
    _inst = None
    def __new__(cls, *a):
        if cls._inst is None: cls._inst = super().__new__(cls); print("new", a)
        return cls._inst
    def __init__(self, *a): print("init", a)
print(S(1) is S(2))
class I(int):
    def __new__(cls, v): return super().__new__(cls, v + 1)
    def double(self): return self * 2

class St(str):
    def shout(self): return self.upper() + "!"
print(St("a").shout(), St("x") + "y", len(St("abc")), St("q") == "q", {St("k"): 1}["k"])
class T(tuple):
    def __new__(cls, *a): return super().__new__(cls, a)
    @property
    def first(self): return self[0]
t = T(1, 2, 3); print(t, t.first, len(t), t[1:], t == (1, 2, 3))
class Fl(float): pass

D = type("D", (X,), {"y": 5, "m": lambda self: self.y}); print(D().m(), D.__name__, D.tag)
class Slots:
    __slots__ = ("a", "b")
    def __init__(self): self.a = 1
print(Slots().a)
class CM:
    x = 1
    @classmethod
    def get(cls): return cls.x
    @classmethod
    def create(cls, *a, **k): o = cls(); o.k = k; return o
    @staticmethod
    def stat(a, b=2): return a + b
class CM2(CM): x = 2
print(CM.get(), CM2.get(), CM2().get(), CM2.create(z=1).k, type(CM2.create()).__name__, CM.stat(1), CM().stat(1, 5))
print(sorted(k for k in vars(CM) if not k.startswith("__")), "get" in CM.__dict__, CM.__dict__["x"])
a.dyn = lambda: "bound?"; print(a.dyn())
print(Counter.__init__ is Counter.__init__, a.__init__ == a.__init__, callable(a), callable(Counter))
setattr(a, "zz", 3); print(getattr(a, "zz"), hasattr(a, "zz")); delattr(a, "zz"); print(hasattr(a, "zz"))
class Child(Counter): count = 100
print(Child.count, Child().count, Child.count, Counter.count)
class Doc:
    "class doc"
    def m(self): "m doc"; return 1
class Doc2(Doc): pass
print(Doc.__doc__, Doc.m.__doc__, Doc2.__doc__, Doc().m.__doc__, Doc().__doc__)
print(Doc2.__base__, Doc2.__bases__)
o = Doc(); o.__class__ = Doc2; print(type(o).__name__); o.__dict__["q"] = 4; print(o.q); o.__dict__.update(r=5); print(o.r)
print(isinstance(3, (str, int)), isinstance(True, (float,)), issubclass(bool, (int, str)), isinstance(Doc, type), isinstance(None, type(None)))
try: isinstance(3, 5)
except TypeError as e: print(e)
try: issubclass(3, int)
except TypeError as e: print(e)
