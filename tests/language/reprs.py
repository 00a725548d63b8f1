class A: pass
class B:
    class C: pass
    def m(self): pass
def f():
    class L: pass
    return L
def s(x):
    r = repr(x)
    i = r.find(" at 0x")
    return r if i < 0 else r[:i]
print(A, B.C, f(), s(A()), s(B.C()), s(f()()), s(f), s(B.m), s(B().m), s(lambda: 0), s(print), s(len), s([].append), type, type(A), int, None, type(None), ..., NotImplemented)
print(B.C.__qualname__, f.__qualname__, f().__qualname__, f().__name__, B.m.__qualname__, A.__doc__, A.__module__, (lambda: 0).__qualname__, (lambda: 0).__name__)
print(type(f), type(B().m), type(print), type(A()), type([]), type(1), type(range(3)), type(property()), type(type), type(iter([])), type({}.keys()), type(x for x in ()), type(...))
print(range(3), range(1, 10, 2), slice(1, 2), {1, 2}, frozenset([1]), set(), {}, [None, True], (1.0,), "it's", 'a"b', "a\n\t\\")
l = [1]; l.append(l); print(l); d = {}; d['d'] = d; print(d)
try: repr(f().nope)
except AttributeError as e: print(e)
try: A.nope
except AttributeError as e: print(e)
try: A().nope = 1; A().nope
except AttributeError as e: print(e)
try: int.x = 3
except TypeError as e: print(e)
try: (5).x = 3
except AttributeError as e: print(e)
try: "a".x = 3
except AttributeError as e: print(e)
try: del A.zzz
except AttributeError as e: print(e)
try: object().x = 1
except AttributeError as e: print(e)
try: [].x = 1
except AttributeError as e: print(e)
try: len.x = 1
except AttributeError as e: print(e)
try: f.x = 1; print(f.x)
except AttributeError as e: print(e)
