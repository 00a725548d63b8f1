class C:
    def __init__(self, n, s=False): self.n, self.s = n, s
    def __enter__(self): print("enter", self.n); return self.n
    def __exit__(self, t, v, tb): print("exit", self.n, t and t.__name__, v); return self.s
with C(1) as a, C(2) as b: print(a, b)
with C(3, True): raise ValueError("sup")
try:
    with C(4), C(5): raise KeyError("out")
except KeyError as e: print("caught", e)
def f():
    with C(6): return 5
print(f())
for i in range(3):
    with C(i):
        if i == 1: break
with (C(7) as x, C(8) as y): print(x + y)
class N: pass
try:
    with N(): pass
except (TypeError, AttributeError) as e: print(type(e).__name__, e)
class N2:
    def __enter__(self): pass
try:
    with N2(): pass
except (TypeError, AttributeError) as e: print(type(e).__name__, e)
try:
    with C(9) as (p, q): pass
except TypeError as e: print(e)
class R:
    def __enter__(self): return self
    def __exit__(self, *a): raise RuntimeError("from exit")
try:
    with R(): raise ValueError("body")
except RuntimeError as e: print(e, repr(e.__context__))
