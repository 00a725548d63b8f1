from enum import Enum
from collections import deque, namedtuple, OrderedDict, defaultdict
P = namedtuple("P", "x y")
class Color(Enum):
    RED = 0
    BLUE = 1
class Base:
    __match_args__ = ("a",)
    def __init__(self, a): self.a = a
class Sub(Base): pass
def f(v):
    match v:
        case Color.RED: return "red"
        case P(x, y=0): return f"P on axis {x}"
        case P(): return "P"
        case bool(b): return f"bool {b}"
        case int(n) if n > 100: return "big"
        case int(): return "int"
        case float(x) if x < 0: return "never"
        case str() as s if s.startswith("a"): return "a-word " + s
        case "x" | "y" | "z": return "letter"
        case bytes(): return "bytes"
        case []: return "empty"
        case [only]: return f"one {only}"
        case [first, *_, last] if first == last: return "same ends"
        case [Base(a=q), *rest]: return f"base {q} {rest}"
        case (1, 2, *rest) | [*rest, 9]: return f"or {rest}"
        case {"k": [a, b]}: return f"k pair {a} {b}"
        case {"k": {"deep": d}}: return f"deep {d}"
        case {1: one, **rest} if rest: return f"{one} {rest}"
        case {}: return "mapping"
        case Sub(a) | Base(a): return f"obj {a}"
        case None: return "none"
        case _: return "other"
for v in [Color.RED, Color.BLUE, P(1, 0), P(1, 2), True, 500, 5, 2.5, "apple", "y", "q", b"b", [], [1], (3, 4, 3), [Base(7), 1], [1, 2, 3], [5, 6, 9], deque([1, 2, 5]), range(2), {"k": (1, 2)}, {"k": {"deep": 3}}, {1: "a", 2: "b"}, {1: "a"}, OrderedDict(), defaultdict(int), Sub(3), Base(4), None, object, {1, 2}, "a"]:
    print(f(v), end="; ")
print()
def gen(cmds):
    for c in cmds:
        match c:
            case ("emit", x):
                got = yield x
                print("got", got)
            case "stop":
                return "stopped"
            case other:
                yield f"skip {other}"
g = gen([("emit", 1), 5, "stop", 6])
print(next(g), g.send("hi"))
try: next(g)
except StopIteration as e: print(e.value)
class Bad: __match_args__ = ["x"]
class Bad2: __match_args__ = (1,)
class None_: pass
for cls, v in ((Bad, Bad()), (Bad2, Bad2()), (None_, None_())):
    try:
        match v:
            case cls(1): print("?")
    except TypeError as e: print(e)
try:
    match 5:
        case int(a, b): pass
except TypeError as e: print(e)
x = [1, [2, {"a": (3, 4)}]]
match x:
    case [a, [b, {"a": (c, d)}]]: print(a, b, c, d)
match 1, 2:
    case a, b: print(a + b)
match (a := 3):
    case 3: print("three", a)
class match: pass
case = match()
match.x = 1
print(match.x, [case][0] is case)
for text in ["match 1:\n  case x: pass\n  case 2: pass", "match 1:\n  case _: pass\n  case 2: pass", "match 1:\n  case x | 2: pass", "match 1:\n  case [a, a]: pass", "match 1:\n  case a | [b]: pass", "match 1:\n  case [*a, *b]: pass", "match 1:\n  case (x as _): pass", "match 1:\n  case A(x=1, 2): pass"]:
    try: exec(text)
    except SyntaxError as e: print(e.msg)
def http(status):
    match status:
        case 400: return "Bad request"
        case 401 | 403 | 404: return "Not allowed"
        case 418: return "teapot"
        case _: return "other"
print(http(400), http(403), http(418), http(1))
def cmd(c):
    match c.split():
        case ["quit"]: return "bye"
        case ["go", ("north" | "south") as d]: return f"going {d}"
        case ["get", obj]: return f"got {obj}"
        case ["drop", *objs]: return f"dropping {objs}"
        case []: return "nothing"
        case _: return f"unknown {c!r}"
for c in ["quit", "go north", "go up", "get key", "drop a b c", "", "x y"]: print(cmd(c))
class Point:
    __match_args__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
def where(p):
    match p:
        case Point(x=0, y=0): return "origin"
        case Point(0, y): return f"Y={y}"
        case Point(x, 0): return f"X={x}"
        case Point(x, y) if x == y: return f"diag {x}"
        case Point(): return "somewhere"
        case (x, y): return f"tuple {x} {y}"
        case int() | float() as n: return f"num {n}"
        case str(s): return f"str {s}"
        case {"type": "circle", "r": r, **rest}: return f"circle {r} {rest}"
        case {"type": t}: return f"type {t}"
        case None: return "none"
        case True: return "true"
        case [1, [2, *inner], *_]: return f"nested {inner}"
        case _: return "?"
for p in [Point(0, 0), Point(0, 3), Point(2, 0), Point(4, 4), Point(1, 2), (1, 2), 3, 2.5, "s", {"type": "circle", "r": 3, "z": 1}, {"type": "sq"}, None, [1, [2, 3, 4], 5, 6], set(), [1]]: print(where(p))
from enum import Enum
class C(Enum):
    R = 1; G = 2
def col(c):
    match c:
        case C.R: return "red"
        case C.G: return "green"
print(col(C.R), col(C.G), col(3))
match = 5
case = match + 1
print(match, case)
def neg(x):
    match x:
        case -1: return "minus one"
        case "a" "b": return "ab"
        case 1.5: return "f"
        case (1 | 2, z): return z
        case x, : return "one", x
        case {}: return "dict"
print(neg(-1), neg("ab"), neg(1.5), neg([2, 7]), neg([5]), neg({"q": 1}))
