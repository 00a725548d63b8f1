# a built-in name stays what it is until the module gets one of that name, and comes back afterwards
def f():
    return len("abc")

def g(values):
    return [len(v) for v in values], max(len(v) for v in values), (lambda: len(values))()

for k in range(5):
    print(k, f(), len("xy"), *g(["a", "bc"]), sorted([3, 1], key=abs))
    if k == 0: len = lambda s: 10
    if k == 1: del len
    if k == 2: globals()["len"] = lambda s: 20
    if k == 3: globals().pop("len")
for k in range(3):
    print(exec("print(len('abcd'), str(len))" if k == 1 else "print(abs(-k))", {"len": lambda s: 30, "str": lambda f: "own", "k": k}))
code = compile("print(len('abcde'))", "code", "exec")
for k in range(2):
    exec(code); exec(code, {"len": lambda s: 40}); exec(code, globals(), {"len": lambda s: 50})
class C:
    for k in range(3):
        if k == 1: len = 60
        print(len if k else len("c"))
    def m(self): return len("m")
print(C().m(), C.len)
def h():
    global abs
    for k in range(3):
        print(abs(-1))
        abs = str
h()
