def counter():
    n = 0
    def inc(k=1):
        nonlocal n
        n += k
        return n
    def get(): return n
    return inc, get
a, g = counter(); b, h = counter()
a(); a(5); b()
print(g(), h())
fs = [lambda: i for i in range(3)]; print([f() for f in fs])
fs = [lambda i=i: i for i in range(3)]; print([f() for f in fs])
def mk():
    fs = []
    for i in range(3):
        def f(): return i
        fs.append(f)
    return fs
print([f() for f in mk()])
x = 10
def outer():
    x = 20
    def inner():
        global x
        x = 30
    inner(); return x
print(outer(), x)
def late():
    def f(): return y
    y = 5
    return f()
print(late())
def unb():
    def f(): return z
    try: f()
    except NameError as e: print(type(e).__name__, e)
    z = 1
unb()
def loc():
    try: print(q)
    except UnboundLocalError as e: print(e)
    q = 1
    del q
    try: print(q)
    except UnboundLocalError as e: print(e)
    try: del q
    except UnboundLocalError as e: print(e)
loc()
try: del nothere
except NameError as e: print(e)
def rec(n): return 1 if n == 0 else n * rec(n - 1)
print(rec(15))
