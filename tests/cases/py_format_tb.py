import sys
import traceback


def inner(x):
    y = x + 1
    return (x *
            y / (x - x))


def outer(x):
    return inner(x) + inner(x + 1)


def deep(n):
    return 1 / n if n == 0 else deep(n - 1)


class A:
    def go(self, d):
        return d["a"]["b"] + self.zz


def chained():
    try:
        return [1][3]
    except IndexError as e:
        raise ValueError("no") from e


def told(f):
    try:
        f()
    except Exception as e:
        tb = e.__traceback__
        print(type(e).__name__, len(traceback.extract_tb(tb)))
        for text in traceback.format_tb(tb), traceback.format_list(traceback.extract_tb(tb)):
            print("".join([line.split(", ", 1)[-1] for line in text[1:]]))


for start in outer, lambda x: A().go({"a": {}}), lambda x: A().go({"a": {"b": 1}}), deep:
    told(lambda: start(1))
for n in 2, 3, 4, 5, 7:
    told(lambda: deep(n))
told(chained)
told(lambda: undefined + 1)
told(lambda: int("x"))
traceback.print_tb(None)
x, y, z = 1, 0, [0, 0]


def many(n):
    if n == 0:
        return (x + x) / y
    if n == 1:
        return -x // y
    if n == 2:
        x / y
    if n == 3:
        z[5]
    if n == 4:
        return x * (x /y) + 2
    if n == 5:
        return z[0] + z[1] + z["a" + "]"]
    if n == 6:
        return x if x / y else 3
    if n == 7:
        return (x)/(y)
    if n == 8:
        return {"a": 1}["b"]
    if n == 9:
        return z @ x
    if n == 10:
        return 2 ** "a" ** 2
    if n == 11:
        return x % y % 2
    if n == 12:
        return x < "a"
    if n == 13:
        return z[0][1]
    if n == 14:
        return len(z)["a"]
    if n == 15:
        return x + x * x - "a"
    if n == 16:
        z[9] = 1
    if n == 17:
        w = x
        w /= y
    if n == 18:
        return not x / y
    if n == 19:
        return z.foo
    if n == 20:
        return x << -1
    if n == 21:
        x += "a"
    if n == 22:
        return -"a" ** 2
    if n == 23:
        return f(x / y)
    if n == 24:
        return len(x)
    if n == 25:
        return z["]" + "["]
    if n == 26:
        return [1] @ x
    if n == 27:
        return z[x / y]
    if n == 28:
        for k in x:
            pass
    if n == 29:
        a, b = x, z[1] / y
    if n == 30:
        return (x
                / y)


for n in range(31):
    told(lambda: many(n))
