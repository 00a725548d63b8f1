# The names of a call that is over are used again by the next one, unless something made inside knows them.
def outer(n):
    a = [n]
    def inner(k):
        return [a[0] + k + j for j in range(2)]
    return inner
f, g = outer(1), outer(10)
print(f(1), g(1), f(2), [h(3) for h in [outer(k) for k in range(3)]])
def gen(n):
    for k in range(n):
        yield k * n
print(list(zip(gen(3), gen(3))), sum(x for x in gen(5)))
fs = [(lambda: k) for k in range(3)]
print([h() for h in fs])
def late(x):
    return lambda: (x, exec("y = x + 1"), eval("x * 2"))
print(late(3)(), late(4)())
def locs(p):
    q = p * 2
    return locals()
l1 = locs(1); l2 = locs(2)
print(l1, l2)
def make(n):
    class C:
        size = n
        def get(self):
            return self.size + n
    return C
A, B = make(1), make(2)
print(A().get(), B().get())
def rec(n):
    return 0 if n == 0 else n + rec(n - 1)
print(rec(100), rec(50))
def fails(n):
    try:
        return [1 // j for j in range(n)]
    except ZeroDivisionError as e:
        return str(e)
print(fails(2), fails(0))
def use_global():
    global GG
    GG = 5
    return GG
print(use_global(), GG)
d = {k: (lambda v=k: v + 1) for k in range(3)}
print([d[k]() for k in d])
def unbound(flag):
    if flag:
        z = 1
    try:
        return z
    except UnboundLocalError as e:
        return str(e)
print(unbound(True), unbound(False), unbound(True))
for name in ("print", "len"):
    exec(f"r = {name}")
    print(r is {"print": print, "len": len}[name])
def shadow():
    len = lambda x: 42
    return len([1])
print(shadow(), len([1, 2]))
