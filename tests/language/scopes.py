x = "global"
class A:
    x = "class"
    def f(self): return x
    y = x
    z = [x for _ in range(1)]
    g = lambda self: x
print(A().f(), A.y, A.z, A().g())
def f():
    x = "f"
    class B:
        y = x
        x = "B"
        def g(self): return x
    return B.y if 0 else B().g(), B.x
try: print(f())
except NameError as e: print(e)
def outer():
    a = 1
    def mid():
        def inner():
            nonlocal a
            a += 1
            return a
        return inner
    mid()(); mid()()
    return a
print(outer())
def gl():
    global newg
    newg = 5
gl(); print(newg)
def shadow(list): return list + 1
print(shadow(1), list((1,)))
def cond(v):
    if v: q = 1
    return q
print(cond(1))
try: cond(0)
except UnboundLocalError as e: print(e)
def aug():
    try: x += "a"
    except UnboundLocalError as e: print(e)
    return 1
aug()
def imp():
    import math
    return math.floor(2.5)
print(imp())
try: math
except NameError as e: print(e)
def forv():
    for k in range(3): pass
    return k
print(forv())
def excv():
    try: 1/0
    except ZeroDivisionError as e: pass
    try: return e
    except UnboundLocalError as z: return str(z)
print(excv())
def argshadow(x): x = x + 1; return x
print(argshadow(1), x)
def default_eval(a=print("evaluated once")): pass
default_eval(); default_eval()
def nest():
    def f(): return g()
    def g(): return "g"
    return f()
print(nest())
print((lambda *a, **k: (a, k))(1, 2, z=3), (lambda x, y=2: x + y)(1))
def w(): return 2
print(w())
i = 5
def g2(): return [i for i in range(2)], i
print(g2())
print(globals()["x"])
def loc(a, b=2): c = 3; return sorted(locals().items())
print(loc(1))
