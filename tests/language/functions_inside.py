def outer(a, b=2, /, c=3, *args, d, e=5, **kw):
    local = a
    def inner(): return local + b + c
    return inner
f = outer(1, d=4)
print(f.__closure__ is not None, f.__code__.co_freevars, [c.cell_contents for c in f.__closure__], outer.__closure__)
print(outer.__code__.co_varnames, outer.__code__.co_argcount, outer.__code__.co_kwonlyargcount, outer.__code__.co_posonlyargcount, outer.__code__.co_name)
print(outer.__defaults__, outer.__kwdefaults__, f.__qualname__, outer.__globals__ is globals())
def make():
    n = 0
    def inc():
        nonlocal n
        n += 1
        return n
    return inc
m = make(); m(); m(); print(m.__closure__[0].cell_contents, m.__code__.co_freevars)
import inspect
print(inspect.signature(outer), inspect.signature(lambda: 0), inspect.signature(make()))
for n, p in inspect.signature(outer).parameters.items(): print(n, p.kind, p.default is p.empty, p)
class K:
    """A class.

        Indented.
    """
    def __init__(self, x: int, y: "str" = "a") -> None: pass
    def m(self, q, *, r=1): pass
    @classmethod
    def c(cls, z): pass
    @staticmethod
    def s(w): pass
    def __call__(self, t): pass
print(inspect.signature(K), inspect.signature(K.m), inspect.signature(K(1).m), inspect.signature(K.c), inspect.signature(K.s), inspect.signature(K(1)))
import functools
def deco(fn):
    @functools.wraps(fn)
    def w(*a, **k): return fn(*a, **k)
    return w
@deco
def wrapped(a, b: int = 1) -> int: return a
print(inspect.signature(wrapped), inspect.unwrap(wrapped) is not wrapped, inspect.signature(functools.partial(wrapped, 1)), inspect.signature(functools.partial(wrapped, b=3)))
print(pow(3, -1, 11), pow(7, -2, 100), pow(2, 100, 7), pow(-3, 3, 7))
try: pow(2, -1, 4)
except ValueError as e: print(e)
import types
class Plain: pass
p = Plain(); p.hi = types.MethodType(lambda self, n: (type(self).__name__, n), p); print(p.hi(3))
def po(a, b, /): pass
try: po(a=1, b=2)
except TypeError as e: print(e)
