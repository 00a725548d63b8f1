# Small statements with a word taken away, put in, or replaced at every place: whether CPython compiles
# the text, and its words where it does not.
import re

SNIPPETS = """x = y
x = y = 1
x += 1
a, b = 1, 2
(a, b), [c, *d] = e
x: int = 3
del x, y[0], z.a
if a: b
elif c: d
else: e
while a: break
for x in y: continue
for i, (j, k) in z: pass
def f(a, b=1, *c, d, e=2, **g) -> h: return a
def f(a, /, b, *, c): yield a
class A(B, m=C): x = 1
try: a
except B as e: c
except (C, D): d
else: f
finally: g
with a as b, c as (d, e): f
@a.b(c)
def f(): pass
import a.b as c, d
from .a import b as c, d
from a import (b, c)
from a import *
return_ = lambda x, *y, z=1: x + y
x = [a for a in b if c if d]
x = {a: b for a, b in c}
x = {a, *b, 1}
x = {1: 2, **c, 'd': 3}
x = (a for a in b)
f(a, *b, c=1, **d)
f(x for x in y)
x[1:2, ::3, ...] = a if b else c
assert a, b
raise A from b
global x
x = not a and b or c
x = a < b <= c is not d not in e
x = -a ** +b @ ~c // d % e << f >> g & h | i ^ j
x = 'a' b'c'
x = f'{a!r:>{b}} {c=}' 'd'
print(a, b) if c else d
x = (y := 1)
x = True
x = None or ...
def f(): return
lambda: (yield)
async_ = await_
x = 0x1F + 1_000.5e-3j
pass; pass
nonlocal y
x = a.b.c(d)[e].f""".split("\n")
SPARE = ["=", "==", ",", ":", ")", "(", "]", "1", "x", "if", "in", "True", "None", "*", ".", "for", "else", "'s'", "lambda", "not", "+", ":=", "def", "->"]
TOKEN = re.compile(r"f?'[^']*'|b'[^']*'|\w+|\*\*|//|<<|>>|:=|->|<=|\.\.\.|\+=|\S")
cases = []
for s in SNIPPETS:
    tokens = TOKEN.findall(s)
    for k in range(len(tokens)):
        cases.append(tokens[:k] + tokens[k + 1:])
        cases.append(tokens[:k + 1])
    for k in range(len(tokens) + 1):
        for n in range(2):
            cases.append(tokens[:k] + [SPARE[(len(cases) * 7 + n * 11) % len(SPARE)]] + tokens[k:])
            if k < len(tokens):
                cases.append(tokens[:k] + [SPARE[(len(cases) * 5 + n * 13) % len(SPARE)]] + tokens[k + 1:])
OTHER_WORDS = """a , True b = 1 , 2
a , b = 1 , 2 =
( a , b , [ c , * d ] = e
( ( a , b ) , [ c , * d ] = e
( a , b ) , [ c x , * d ] = e
def f ( a , b = 1 , * c , d , e = 2 , ** g ) ->
def f ( a , b = 1 , * c , d , e = 2 , ** g ) -> : return a
def f ( a , b = 1 , * c , d , e = 2 , * ** g ) -> h : return a
def f ( a , b = 1 , * c , d , e = 2 , ** g x -> h : return a
def f ( a , b = 1 , * c , d , e = 2 , ** g ) -> == : return a
def f ( a , b = 1 , * c , d , e = 2 , ** g ) -> ( h : return a
def f ( a , b = 1 , * c , d , e = 2 , ** g ) -> = : return a
def f ( a , b = 1 , * c , d , e = 2 , ** g ) -> h if : return a
def f ( a , b = 1 , * c , d , e = 2 , ** g ) -> h + return a
def f ( a , / , b , * , c ) -> : yield a
class A ( B , m C ) : x = 1
with a as b + c as ( d , e ) : f
with a as b , c as ( d , e ) * f
return_ = lambda x , * y , z = : x + y
return_ = lambda x , * y , * = 1 : x + y
x = [ a for a b if c if d ]
x = [ a for + a in b if c if d ]
x = { a : b for a b in c }
x = { a : b for a , b c }
x = { a : b for None a , b in c }
x = { a : b for a None b in c }
x = ( a for a b )
x = ( a for x a in b )
x = ( a for a None in b )
x = ( a for a 's' b )
f ( a , * , c = 1 , ** d )
f ( a , * b , c 1 , ** d )
f ( a , * . b , c = 1 , ** d )
f ( a , * for , c = 1 , ** d )
f ( a , * for b , c = 1 , ** d )
f ( a , * . , c = 1 , ** d )
f ( x for x y )
x [ 1 : 2 , : : 3 , ... ] = a if b in else c
x [ 1 : 2 , : : 3 , ... ] = a if b not c
x 'a' b'c'
print ( a , b ) if c in else d
print ( a , b ) if c not d""".split("\n")  # refused by qkv too
seen = set(OTHER_WORDS)
for c in cases:
    text = " ".join(c)
    if text in seen:
        continue
    seen.add(text)
    try:
        compile(text + "\n", "t", "exec")
        print(text, "| fine")
    except SyntaxError as e:
        print(text, "|", type(e).__name__, e.msg)
