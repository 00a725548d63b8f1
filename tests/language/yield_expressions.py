def deep():
    print("yield in call:", (yield 1), (yield 2))
    d = {"a": (yield 3), "b": [(yield 4), (yield 5)]}
    print(d)
    return (yield 6) + (yield 7)
def drive(g, vals):
    out = [next(g)]
    try:
        for v in vals: out.append(g.send(v))
    except StopIteration as e: out.append(("ret", e.value))
    return out
print(drive(deep(), "abcdefg"))
calls = []
def note(x): calls.append(x); return x
def order():
    l = [note(1), note(2), (yield note(3)), note(4), (yield note(5))]
    l[note(0)] += (yield note(6))
    return l
print(drive(order(), [100, 200, 300]), calls)
def cond():
    if (yield "a"): print("true")
    elif (yield "b"): print("elif"); yield "in elif"
    else: yield "in else"
    while (x := (yield "w")) is not None:
        print("loop", x)
    for c in (yield "iter"):
        print(c, (yield c))
    else:
        yield "else"
print(drive(cond(), [0, 1, None, 5, 6, None, "xy", 1, 2, 3]))
print(drive(cond(), [0, 0, None, None, "", None]))
L = lambda: (yield 5)
print(list(L()), drive(L(), [3]))
def fs(): s = f"<{(yield 1)!r:>5}|{(yield)}>"; yield s
print(drive(fs(), ["a", "b"]))
class Box:
    total = 1
    def run(self):
        self.total += yield self.total
        self.total *= (yield self.total) + (yield -self.total)
        return self.total
b = Box(); g = b.run(); print(next(g)); b.total = 50; print(g.send(4), g.send(2))
try: g.send(3)
except StopIteration as e: print(e.value, b.total)
def target():
    d = {}
    d[(yield "key")] = note("value")
    a, d[(yield "other")] = 1, 2
    assert (yield "ok"), (yield "message")
    return d
calls.clear(); print(drive(target(), ["k", "o", True]), calls)
g = target(); next(g); g.send(1); g.send(2); g.send(0)
try: g.send("because")
except AssertionError as e: print("assert", e)
def logic():
    print((yield 1) or (yield 2), (yield 3) and (yield 4), 0 < (yield 5) < (yield 6), "y" if (yield 7) else (yield 8))
    print(sorted([3, 1], key=(yield "key")), [*(yield "star")], (lambda q=(yield "default"): q)(), not (yield "not"))
    def late(p=(yield "p")): return p
    x: int = yield "annotated"
    raise (yield "raise") from (yield "from")
g = logic(); print(next(g))
for v in [0, "two", 3, "four", 5, 6, 0, "eight", lambda q: -q, (7, 8), 9, 0, "P", 5, ValueError("v"), None]:
    try: print(g.send(v))
    except ValueError as e: print(repr(e), repr(e.__cause__))
