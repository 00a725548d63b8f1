def fin():
    try:
        try:
            yield 1
            raise KeyError("in")
        finally:
            yield "fin"
            print("fin done")
    except KeyError as e:
        yield e.args[0]
        try: raise
        except KeyError as e2: print("re", e2)
    try:
        return "r"
    finally:
        yield "before return"
g = fin()
while True:
    try: print(next(g))
    except StopIteration as e: print(e.value); break
from contextlib import contextmanager
@contextmanager
def tag(n):
    """doc"""
    print("<", n)
    try:
        yield n.upper()
    except ZeroDivisionError as e:
        print("swallow", e)
    finally:
        print(">", n)
with tag("a") as x, tag("b"): print(x)
with tag("z"): 1 / 0
try:
    with tag("q"): raise KeyError(1)
except KeyError as e: print("ke", e)
@tag("dec")
def ff(): print("in ff"); return 3
print(ff(), tag.__name__, tag.__doc__)
try:
    with tag("x"): next(iter([]))
except StopIteration: print("SI")
def withs():
    with tag("w1") as a:
        yield a
        with tag("w2") as b:
            yield b
            1/0
        yield "mid"
print(list(withs()))
def inner():
    yield 1
    raise ValueError("deep")
def outer():
    try:
        yield from inner()
    except ValueError as e:
        yield e.args
    x = yield from [10, 20]
    yield x
print(list(outer()))
def handlers():
    for k in range(3):
        try:
            if k == 1: raise KeyError(k)
            yield k
        except KeyError as e:
            yield "key"
            yield repr(e)
        else:
            yield "else"
        finally:
            yield "finally"
            if k == 1: continue
    try: e
    except NameError: yield "gone"
print(list(handlers()))
def delegate():
    try:
        got = yield from pausing()
        print("returned", got)
    finally:
        print("delegate left")
def pausing():
    try:
        while True:
            try: x = yield "p"
            except ValueError as e: print("value", e); return "v"
            print("x", x)
    finally:
        print("pausing left")
g = delegate(); next(g); g.send(3)
try: g.throw(ValueError("thrown"))
except StopIteration as e: print("stop", e.value)
g = delegate(); next(g); g.close(); print("closed")
g = delegate()
try: g.throw(KeyError, "fresh")
except KeyError as e: print("fresh", e)
class Own:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n > 2: raise StopIteration("own value")
        return self.n
    def send(self, v): print("sent", v); return next(self)
    def throw(self, e): print("thrown", repr(e)); return "thrown"
    def close(self): print("own close")
def over(): print((yield from Own()))
print(list(over()))
g = over(); next(g); print(g.send(5)); print(g.throw(ValueError("w"))); g.close()
def stop():
    yield 1
    try: {}["k"]
    except KeyError: next(iter([]))
try: list(stop())
except RuntimeError as e: print(repr(e), repr(e.__cause__), repr(e.__cause__.__context__))
@contextmanager
def twice(): yield 1; yield 2
try:
    with twice(): pass
except RuntimeError as e: print(e)
@contextmanager
def goes_on():
    try: yield 1
    except ValueError: yield 2
try:
    with goes_on(): raise ValueError
except RuntimeError as e: print(e)
@contextmanager
def never():
    return
    yield
try:
    with never(): pass
except RuntimeError as e: print(e)
@contextmanager
def changes():
    try: yield
    except KeyError as e: raise ValueError("changed") from e
try:
    with changes(): {}["q"]
except ValueError as e: print(e, repr(e.__cause__))
try:
    with changes(): raise TypeError("mine")
except TypeError as e: print(e, e.__cause__)
def early():
    try: yield 1; yield 2
    finally: print("early left")
def first():
    for x in early():
        for y in early():
            return x, y
print(first())
for x in early():
    if x == 1: continue
    break
else: print("never")
class It:
    def __iter__(self):
        try: yield from "abc"
        finally: print("It left")
for c in It():
    if c == "b": break
g = early()
for x in g: break
print("still open", next(g)); g.close()
import inspect
print(inspect.isgenerator(g), inspect.isgenerator(early), inspect.isgeneratorfunction(early), inspect.isgeneratorfunction(It().__iter__), inspect.isgeneratorfunction(len))
print(hasattr(g, "send"), g.gi_running, g.gi_yieldfrom, sorted(n for n in dir(g) if n in ("send", "throw", "close", "__next__")))
try: g.throw(5)
except TypeError as e: print(e)
try: g.nothing
except AttributeError as e: print(e)
e = (i for i in range(5))
print(next(e), e.send(7), e.close(), list(e), e.__name__)
yields = [n * n for n in (lambda: (yield from range(3)))()]; print(yields)
