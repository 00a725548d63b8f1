def f():
    for i in range(3):
        try:
            try:
                if i == 0: raise ValueError(i)
                elif i == 1: raise TypeError(i)
            except ValueError as e:
                print("V", e); raise KeyError("from V") from e
            finally: print("F", i)
        except (KeyError, TypeError) as e: print("outer", repr(e), repr(e.__cause__), repr(e.__context__))
        else: print("no exc", i)
f()
def g():
    try: raise ValueError("1")
    except ValueError:
        try: raise TypeError("2")
        except TypeError as e: print(repr(e.__context__))
        raise
try: g()
except ValueError as e: print("outer", e)
def h():
    try:
        raise ValueError("x")
    finally:
        try: raise KeyError("inside finally")
        except KeyError as e: print(repr(e), repr(e.__context__))
try: h()
except ValueError as e: print(e, e.__context__)
def k():
    try:
        return "try"
    except: pass
    else: print("not reached")
    finally: print("cleanup")
print(k())
class Ctx:
    def __enter__(self): return self
    def __exit__(self, t, v, tb):
        try: raise KeyError
        except KeyError: pass
        return False
try:
    with Ctx(): raise ValueError("through")
except ValueError as e: print(e)
try: raise ValueError("a")
except Exception as e:
    saved = e
print(repr(saved))
try: raise saved
except ValueError as e: print(e is saved)
def nested(n):
    try:
        if n == 0: raise ValueError("bottom")
        nested(n - 1)
    except ValueError as e:
        if n == 2: return "caught at 2"
        raise
    finally: print("unwind", n)
print(nested(2), nested(3) if 0 else "")
try:
    try: raise KeyError(1)
    except KeyError as e:
        e = 5
    print("e gone")
    e
except NameError as x: print(x)
try: pass
except: print("no")
else: print("else")
finally: print("fin")
for e in [ValueError("a"), KeyError("b"), IndexError(), StopIteration(3), NotImplementedError(), RuntimeError("a", 1)]:
    try: raise e
    except Exception as x: print(type(x).__name__, str(x), x.args)
try: raise StopIteration(5)
except StopIteration as s: print(s.value)
def deep(n):
    if n: deep(n - 1)
    else: raise RuntimeError("deep")
try: deep(50)
except RuntimeError as e: print(e)
def rr(n): return rr(n + 1)
try: rr(0)
except RecursionError as e: print(str(e)[:32])
class Rec:
    def __repr__(self): return repr(self)
try: repr(Rec())
except RecursionError as e: print(str(e)[:32])
class RG:
    def __getattr__(self, n): return self.other
try: RG().x
except RecursionError as e: print(str(e)[:32])
import warnings
warnings.warn("hi") if 0 else None
