def count(n):
    print("start")
    for i in range(n):
        got = yield i
        print("got", got)
    return "done"
g = count(3)
print(type(g), type(g).__name__, g.__name__, g.__qualname__)
print(next(g), g.send("hello"), next(g))
try:
    next(g)
except StopIteration as e:
    print("stop", e.value, e.args)
try:
    next(g)
except StopIteration as e:
    print("again", e.value, e.args)
print(list(count(2)))
def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
from itertools import islice
print(list(islice(fib(), 10)))
print([x for x, _ in zip(fib(), range(5))], sum(x for x in islice(fib(), 6)))
for i, x in enumerate(fib()):
    if x > 20: break
    print(i, x, end="; ")
print()
def flatten(t):
    for x in t:
        if isinstance(x, list):
            yield from flatten(x)
        else:
            yield x
print(list(flatten([1, [2, [3, 4, [5]], 6], [[7]]])))
def sub():
    x = yield 1
    print("sub got", x)
    y = yield 2
    print("sub got", y)
    return x + y
def main():
    r = yield from sub()
    print("result", r)
    yield r
m = main()
print(next(m), m.send(10), m.send(20), next(m, "end"))
def avg():
    total = 0; n = 0; a = None
    while True:
        total += yield a
        n += 1
        a = total / n
c = avg(); next(c)
print(c.send(10), c.send(20), c.send(60))
c.close()
try: c.send(1)
except StopIteration: print("closed")
def cleanup():
    try:
        yield 1
        yield 2
    except GeneratorExit:
        print("exit"); raise
    finally:
        print("finally")
for x in cleanup():
    print(x); break
print("after")
g = cleanup(); next(g); g.close(); g.close()
def f():
    for x in cleanup():
        return x
print(f())
try:
    for x in cleanup(): raise ValueError("v")
except ValueError as e: print("caught", e)
def bad():
    try: yield 1
    except GeneratorExit: yield 2
g = bad(); next(g)
try: g.close()
except RuntimeError as e: print(e)
g = count(1)
try: g.send(1)
except TypeError as e: print(e)
def thr():
    while True:
        try:
            x = yield "v"
            print("x", x)
        except ValueError as e:
            print("in gen", e)
            x = yield "handled"
            print("after handled", x, repr(e))
        else:
            print("else")
g = thr(); print(next(g)); print(g.throw(ValueError("boo"))); print(g.send(4)); print(g.send(5))
try: g.throw(KeyError("k"))
except KeyError as e: print("out", e)
try: g.throw(KeyError("k"))
except KeyError as e: print("out again", e)
def selfish():
    yield next(s)
s = selfish()
try: next(s)
except ValueError as e: print(e)
def stopper():
    yield 1
    raise StopIteration("x")
try: list(stopper())
except RuntimeError as e: print(e, repr(e.__cause__), repr(e.__context__))
class Tree:
    def __init__(s, v, l=None, r=None): s.v, s.l, s.r = v, l, r
    def __iter__(s):
        if s.l: yield from s.l
        yield s.v
        if s.r: yield from s.r
t = Tree(4, Tree(2, Tree(1), Tree(3)), Tree(6))
print(list(t), sum(t), max(t), 3 in t, sorted(t, reverse=True)); a, *b = t; print(a, b)
def nested():
    for i in range(3):
        for j in range(3):
            if j == 2: break
            if i == 1: continue
            yield i, j
        else: print("never")
    else: print("outer else")
print(list(nested()))
def args(a, *b, c=1, **d):
    yield a; yield b; yield c; yield d
print(list(args(1, 2, 3, c=4, e=5)), [*args(1)], dict(zip("abcd", args(0))))
import types, inspect
print(isinstance(args(1), types.GeneratorType))
def rec(n):
    if n: yield n; yield from rec(n - 1)
print(sum(rec(150)))
def infinite(): yield from infinite()
try: next(infinite())
except RecursionError as e: print("RecursionError")
def empty():
    return
    yield
print(list(empty()), next(empty(), None))
print(repr(args(1))[:28])
def y(): x = yield; print(x); yield x
g = y(); print(next(g)); print(g.send([1]))
def yt(): yield 1, 2; yield *[1, 2], 3
print(list(yt()))
