def f(a, b=2, *c, d, e=5, **k): return (a, b, c, d, e, k)
print(f(1, d=4), f(1, 2, 3, 4, d=5, e=6, z=7), f(*[1, 2], **{'d': 3}), f(d=1, a=2))
def g(a, /, b, *, c): return a, b, c
print(g(1, 2, c=3), g(1, b=2, c=3))
def t(fn, *a, **k):
    try: print(fn(*a, **k))
    except TypeError as e: print(e)
t(f); t(f, 1); t(f, 1, 2, d=1, a=3); t(g, 1, 2, 3); t(g, a=1, b=2, c=3); t(g, 1, 2); t(g); t(g, 1, 2, c=3, d=4)
def h(): pass
t(h, 1); t(h, 1, 2); t(h, x=1)
def one(a): return a
t(one); t(one, 1, 2); t(one, 1, a=2); t(one, b=1)
def d2(a, b=1): pass
t(d2, 1, 2, 3); t(d2)
def k1(*, a): return a
def k2(*, a, b): return a
def k3(*, a, b, c): return a
t(k1); t(k2); t(k3); t(k1, 1); t(k1, 1, a=2); t(k1, 1, 2, a=3)
def p3(a, b, c): pass
t(p3); t(p3, 1); t(p3, 1, 2)
class C:
    def m(self, a): return a
    def __init__(self, q): pass
t(C); t(C, 1, 2); t(C(1).m); t(C(1).m, 1, 2); t(C.m, 1)
t(lambda x: x); t(lambda: 0, 1)
class E: pass
t(E, 1); t(E, a=1)
t(len); t(len, 1, 2); t(5); t("a")
try: f(*5)
except TypeError as e: print(e)
try: f(**5)
except TypeError as e: print(e)
try: f(1, d=1, **{'d': 2})
except TypeError as e: print(e)
try: f(**{1: 2})
except TypeError as e: print(e)
def mut(x, l=[]): l.append(x); return l
print(mut(1), mut(2), mut.__defaults__, f.__name__, f.__defaults__)
def ann(a: int, b: "str" = "x") -> float: "doc"
print(ann.__annotations__, ann.__doc__, ann.__name__)
