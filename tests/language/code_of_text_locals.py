# What code made of text sees of the function that it stands in.
def f(x, key=4):
    y = 2
    print(eval("sorted(locals())"), eval("locals()"), eval("vars()"), eval("dir()"))
    exec("print(locals())")
    exec("q = 5\nprint(q, y)")
    print(eval("y"), eval("y", {"y": 4}), eval("locals()", {}, {"m": 1}))
    y = 3
    print(eval("y + x"), eval("locals()['y']"))
    (lambda t: print(eval("locals()")))(9)
    for i in range(2):
        print(eval("i + y"))
    for text in ("undone", "y + undone", "nothing"):
        try:
            print(eval(text))
        except NameError as e:
            print(type(e).__name__, e)
    if x > 5:
        undone = 1


def outer():
    def inner():
        try:
            return eval("late")
        except NameError as e:
            print(type(e).__name__, e)
    inner()
    late = 1


f(1)
f(2, key=5)
outer()


class A:
    p = 1
    print(eval("p"), [k for k in eval("locals()") if k[0] != "_"])
    exec("r = p + 1")
    print(r)
