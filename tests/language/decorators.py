def deco(f):
    print("deco", f.__name__)
    def w(*a, **k): print("call", a, k); return f(*a, **k)
    return w
def param(n):
    def d(f): return lambda *a: f(*a) * n
    return d
@deco
@param(3)
def add(a, b): return a + b
print(add(1, 2))
@deco
class C: pass
class Reg:
    items = []
    def __call__(self, f): self.items.append(f.__name__); return f
r = Reg()
@r
def q(): pass
print(Reg.items)
def add_to_class(Class):
    def wrapper(obj): setattr(Class, obj.__name__, obj)
    return wrapper
class A: pass
@add_to_class(A)
def hello(self): return "hello"
print(A().hello(), hello)
import functools
def log(f):
    @functools.wraps(f)
    def w(*a): return f(*a)
    return w
@log
def named(): "the doc"
print(named.__name__, named.__doc__)
