class S:
    __slots__ = ("x", "y")
    def __init__(self, x): self.x = x
class T(S):
    __slots__ = "z"
class U(S): pass
s = S(1); print(s.x, hasattr(s, "__dict__"), hasattr(s, "y"))
for o, n in ((s, "y"), (s, "q"), (T(1), "z"), (T(1), "w"), (U(1), "free")):
    try: setattr(o, n, 5); print(n, getattr(o, n))
    except AttributeError as e: print(e)
class A:
    def __eq__(self, o): return True
print(A.__hash__, [].__hash__, {}.__hash__, list.__hash__)
class B(A):
    def __hash__(self): return 7
class C(B):
    def __eq__(self, o): return False
print(hash(B()), C.__hash__)
for o in (A(), C(), [], {}, set()):
    try: hash(o)
    except TypeError as e: print(e)
class H:
    def __init__(self, h): self.h = h
    def __hash__(self): return self.h
print(hash(H(-1)), hash(H(2**61)), hash(H(5)))
class G:
    def __getattribute__(self, n):
        if n.startswith("no_"): raise AttributeError("refused " + n)
        return object.__getattribute__(self, n)
class GG(G):
    def __getattr__(self, n): return "fallback " + n
    def method(self): return "m"
g = G(); g.ok = 1
print(g.ok, hasattr(g, "no_x"), getattr(g, "no_x", "default"), GG().no_z, GG().method())
try: g.no_y
except AttributeError as e: print(e)
class D:
    def __divmod__(self, o): return ("dm", o)
    def __rdivmod__(self, o): return ("rdm", o)
    def __pow__(self, e, m=None): return (e, m)
print(divmod(D(), 2), divmod(3, D()), pow(D(), 2, 5), D() ** 3)
def loc():
    a = 1
    d = locals(); d["a"] = 9
    return a, d
print(loc())
from abc import ABC, ABCMeta, abstractmethod
class M(metaclass=ABCMeta):
    @abstractmethod
    def f(self): ...
    @property
    @abstractmethod
    def p(self): ...
try: M()
except TypeError as e: print(e)
print(M.__abstractmethods__ == frozenset({"f", "p"}), {3, 1, -1, 100, 50}, sorted([1, 3, 2], reverse=1))
