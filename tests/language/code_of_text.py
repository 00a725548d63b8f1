x = 10
def f():
    y = 5
    exec("y = 99; z = 1")
    try: z
    except NameError as e: print(e)
    return eval("x + y"), y
print(f(), eval("lambda a: a + x")(1), eval("[i * x for i in range(3)]"))
ns = {"v": 3}
exec("""
def g(n):
    return n * v
class C:
    w = v + 1
result = [g(k) for k in range(3)]
""", ns)
print(ns["result"], ns["C"].w, ns["g"](5), ns["C"])
loc = {}
exec("a = 1\nb = a + v", {"v": 2}, loc); print(loc)
for op in ["+", "-", "*", "/", "//", "%", "**"]: print(op, eval(f"7 {op} 2"), end=" ")
print()
for bad in ["1 +", "for", "a b", "(1", "x = 1", "", "1 1", "if x: 1"]:
    try: eval(bad)
    except SyntaxError as e: print(repr(bad), type(e).__name__, e.msg)
try: exec("if x:\npass")
except IndentationError as e: print(type(e).__name__, e.msg, e.lineno)
try: exec("x = \n y = 2")
except SyntaxError as e: print(e)
try: eval("undefined + 1")
except NameError as e: print(e, e.name)
code = compile("q = x * 2", "<s>", "exec"); exec(code); print(q)
print(eval(compile("x + 1", "<s>", "eval")), eval("  x"), exec("pass"))
try: input("? ")
except EOFError as e: print(repr(e))
class K:
    exec("attr = 4")
print(K.attr, __import__("math").floor(2.5), __import__("os.path").name)
print(globals()["x"], "f" in locals(), sorted(k for k in vars(K) if not k.startswith("_")))
total = 0
for k in range(300): total += eval("k * 2")
print(total)
