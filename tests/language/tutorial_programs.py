class Node:
    def __init__(self, data, next=None): self.data = data; self.next = next
class LinkedList:
    def __init__(self): self.head = None; self._n = 0
    def append(self, d):
        new = Node(d)
        if self.head is None: self.head = new
        else:
            cur = self.head
            while cur.next: cur = cur.next
            cur.next = new
        self._n += 1
    def __len__(self): return self._n
    def __iter__(self):
        cur = self.head
        while cur: yield cur.data; cur = cur.next
    def __str__(self): return " -> ".join(map(str, self)) + " -> None"
    def reverse(self):
        prev = None; cur = self.head
        while cur: cur.next, prev, cur = prev, cur, cur.next
        self.head = prev
l = LinkedList()
for i in range(4): l.append(i * i)
print(l, len(l)); l.reverse(); print(l, list(l), 4 in l, sum(l), max(l), sorted(l), *l)
def bubble(a):
    a = a[:]
    for i in range(len(a)):
        for j in range(len(a) - 1 - i):
            if a[j] > a[j + 1]: a[j], a[j + 1] = a[j + 1], a[j]
    return a
def quick(a): return a if len(a) < 2 else quick([x for x in a[1:] if x < a[0]]) + [a[0]] + quick([x for x in a[1:] if x >= a[0]])
def merge(a):
    if len(a) <= 1: return a
    m = len(a) // 2; l, r = merge(a[:m]), merge(a[m:]); out = []
    while l and r: out.append(l.pop(0) if l[0] <= r[0] else r.pop(0))
    return out + l + r
d = [5, 2, 9, 1, 5, 6]; print(bubble(d), quick(d), merge(d), d)
def bs(a, x):
    lo, hi = 0, len(a) - 1
    while lo <= hi:
        mid = (lo + hi) // 2
        if a[mid] == x: return mid
        lo, hi = (mid + 1, hi) if a[mid] < x else (lo, mid - 1)
    return -1
print(bs([1, 3, 5], 5), bs([1, 3, 5], 4))
text = """The quick brown fox. The lazy dog! the end?"""
import re, string
words = re.findall(r"\w+", text.lower())
freq = {}
for w in words: freq[w] = freq.get(w, 0) + 1
for w, c in sorted(freq.items(), key=lambda t: (-t[1], t[0]))[:3]: print(f"{w:>8}: {'#' * c} ({c / len(words):.1%})")
print(text.translate(str.maketrans("", "", string.punctuation)).title(), {len(w): [v for v in freq if len(v) == len(w)] for w in freq})
vocab = {w: i for i, w in enumerate(sorted(set(words)))}; print(vocab, [vocab[w] for w in words], {i: w for w, i in vocab.items()}[0])
A = [[1, 2], [3, 4]]; B = [[5, 6], [7, 8]]
print([[sum(a * b for a, b in zip(r, c)) for c in zip(*B)] for r in A], list(zip(*A)), [sum(r) for r in A], [row[:] for row in A], sum(map(sum, A)))
for r in A: print(" ".join(f"{x:6.2f}" for x in r))
import math
def softmax(x): m = max(x); e = [math.exp(v - m) for v in x]; s = sum(e); return [v / s for v in e]
print(softmax([1, 2, 3]), [round(v, 4) for v in softmax([1.0, 2.0, 3.0])], sum(softmax([0.1, 0.2])))
print("\n".join("".join("*" if (i + j) % 2 else "." for j in range(5)) for i in range(3)))
accounts = {}
def create(name, bal=0.0, **info): accounts[name] = {"balance": bal, **info}; return accounts[name]
def transfer(src, dst, amt):
    if src not in accounts: raise KeyError(f"No account: {src}")
    if accounts[src]["balance"] < amt: raise ValueError("Insufficient funds: {:.2f} < {:.2f}".format(accounts[src]["balance"], amt))
    accounts[src]["balance"] -= amt; accounts[dst]["balance"] += amt
create("a", 100, city="X"); create("b")
for args in [("a", "b", 30), ("a", "b", 300), ("z", "b", 1), ("a", "q", 1)]:
    try: transfer(*args)
    except (ValueError, KeyError) as e: print(type(e).__name__, e, repr(e))
    else: print("ok", accounts)
items = [("Widget", 4, 3.5), ("Gadget", 10, 12.25), ("Thing", 1, 1000)]
print(f"{'Item':<10}|{'Qty':^5}|{'Price':>10}"); print("-" * 27)
for n, q, p in items: print(f"{n:<10}|{q:^5}|{p:>10,.2f}")
print(f"Total: {sum(q * p for _, q, p in items):,.2f}", "%-10s|%5d|%10.2f" % items[0], "{:<10}|{:^5}|{:>10}".format(*items[1]), sep="\n")
print("{:=^30}".format(" END "), "{0:>{1}}".format("x", 5), "{:08.3f}".format(3.14159), "{:+d} {:+d}".format(5, -5), "{!s:>6}|{!r:<6}".format("a", "b"), f"{1e6:,.0f}", f"{0.00012345:.2e}", f"{255:08b}", f"{-7:05d}")
def sieve(n):
    s = [True] * (n + 1); s[0:2] = [False, False]
    for i in range(2, int(n ** 0.5) + 1):
        if s[i]: s[i * i::i] = [False] * len(s[i * i::i])
    return [i for i, p in enumerate(s) if p]
def gcd(a, b):
    while b: a, b = b, a % b
    return a
def collatz(n):
    yield n
    while n != 1: n = n // 2 if n % 2 == 0 else 3 * n + 1; yield n
def factors(n):
    out, d = [], 2
    while n > 1:
        while n % d == 0: out.append(d); n //= d
        d += 1
    return out
print(sieve(50), gcd(48, 18), list(collatz(6)), factors(360), [n for n in range(1, 30) if sum(d for d in range(1, n) if n % d == 0) == n], bin(10)[2:], int("101", 2), sum(int(c) for c in str(2**50)), f"{10:b}".zfill(8), [2**i for i in range(0, 70, 10)])
def countdown(n):
    print("start")
    while n: yield n; n -= 1
    print("done")
for x in countdown(2): print(x)
g = countdown(1); print(type(g).__name__, next(g))
try: next(g)
except StopIteration: print("stop")
print(list(zip(countdown(3), "ab")))
def chunk(it, n):
    it = iter(it)
    while c := list(__import__("itertools").islice(it, n)): yield c
print(list(chunk(range(7), 3)), [*chunk("abc", 2)])
def window(seq, n=2): return [seq[i:i + n] for i in range(len(seq) - n + 1)]
print(window([1, 2, 3, 4], 3), list(map(sum, window([1, 2, 3]))))
class Range:
    def __init__(self, a, b): self.a, self.b = a, b
    def __iter__(self): return iter(range(self.a, self.b))
    def __reversed__(self): return iter(range(self.b - 1, self.a - 1, -1))
    def __contains__(self, x): return self.a <= x < self.b
r = Range(1, 4); print(list(r), list(reversed(r)), 3 in r, 4 in r, *r, [x for x in r for y in r if x < y])
import math
for x in (0, 1, -1, 0.5, 1.5, 2.5, 1e-7, 123456789, 1e15, 1e16, 1/3, 2/3, math.pi * 1e5, 1e300, -1e-300, 0.1 + 0.2, 99.995, 1e21):
    print(x, f"{x:.0f} {x:.2f} {x:g} {x:e} {x:.3g} {x:10.4f}| {x:<12}|{x:+} {x:,} {x:.1%}", round(x, 1), "%g %f %.10g" % (x, x, x), str(x), sep=" ; ")
print(round(2.345, 2), round(-1.5), round(1e15 + 0.5), round(123.456, -1), round(5, -1), round(15, -1), round(25, -1), int(1e15), 7 // -2, -7 % 3, 7.0 // 2, divmod(-7.5, 2), 1e16 + 1, 0.1 * 3, 1 / 3 * 3, 5 / 2, 4 / 2, 2 ** 0.5, 10 ** -2, 1_000 * 2, 3.0 == 3, math.isclose(0.3, 0.1 * 3), 1e-320, 2.0 ** -1074, float(2 ** 60), 10 ** 25, 1e25, int(1e25))
for i, c in enumerate("ab", start=1): print(i, c, end=";")
for a, b in zip([1, 2, 3], "xy"): print(a, b, end=";")
for i in range(3, 0, -1): print(i, end=" ")
print("liftoff!")
for i in range(1, 4):
    for j in range(1, 4): print(f"{i * j:3}", end="")
    print()
i = 0
while i < 5:
    i += 1
    if i == 2: continue
    if i == 4: break
    print(i, end=" ")
else: print("never")
print()
for n in range(2, 10):
    for d in range(2, n):
        if n % d == 0: print(n, "=", d, "*", n // d); break
    else: print(n, "prime")
print([*map(lambda p: p[0] + p[1], zip("ab", "cd"))], list(filter(lambda x: x % 2, range(6))), [x for x in range(3)][::-1], sum(x for x in range(4)), list(range(10))[::3], any([]), all([]), list(zip(*[(1, "a"), (2, "b")])), *zip([1], [2]), sep="\n")
for x in (): print("no")
else: print("empty else")
class Value:
    def __init__(self, data, _ch=(), _op=""): self.data, self.grad, self._b, self._prev, self._op = data, 0.0, lambda: None, set(_ch), _op
    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(o); out = Value(self.data + o.data, (self, o), "+")
        def b(): self.grad += out.grad; o.grad += out.grad
        out._b = b; return out
    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(o); out = Value(self.data * o.data, (self, o), "*")
        def b(): self.grad += o.data * out.grad; o.grad += self.data * out.grad
        out._b = b; return out
    def tanh(self):
        import math
        t = math.tanh(self.data); out = Value(t, (self,), "tanh")
        def b(): self.grad += (1 - t ** 2) * out.grad
        out._b = b; return out
    __radd__, __rmul__ = __add__, __mul__
    def __neg__(self): return self * -1
    def __sub__(self, o): return self + (-o)
    def backward(self):
        topo, seen = [], set()
        def build(v):
            if v not in seen:
                seen.add(v)
                for c in v._prev: build(c)
                topo.append(v)
        build(self); self.grad = 1.0
        for v in reversed(topo): v._b()
    def __repr__(self): return f"Value(data={self.data:.4f}, grad={self.grad:.4f})"
a, b, c = Value(2.0), Value(-3.0), Value(10.0)
d = (a * b + c - 1).tanh() + 2 * a; d.backward(); print(a, b, c, d)
class Trie:
    def __init__(self): self.root = {}
    def insert(self, w):
        n = self.root
        for c in w: n = n.setdefault(c, {})
        n["$"] = True
    def words(self, pre=""):
        n = self.root
        for c in pre:
            if c not in n: return []
            n = n[c]
        out = []
        def walk(n, p):
            for k in sorted(n):
                if k == "$": out.append(p)
                else: walk(n[k], p + k)
        walk(n, pre); return out
t = Trie(); [t.insert(w) for w in "car card care cat dog".split()]; print(t.words("car"), t.words("x"), t.words())
g = {"A": ["B", "C"], "B": ["D"], "C": ["D"], "D": []}
def bfs(s):
    from collections import deque
    q, seen = deque([s]), [s]
    while q:
        for n in g[q.popleft()]:
            if n not in seen: seen.append(n); q.append(n)
    return seen
def paths(a, b, p=()):
    p += (a,)
    return [p] if a == b else [r for n in g[a] for r in paths(n, b, p)]
def topo():
    seen, out = set(), []
    def v(n):
        if n in seen: return
        seen.add(n); [v(m) for m in g[n]]; out.append(n)
    for n in g: v(n)
    return out[::-1]
print(bfs("A"), paths("A", "D"), topo())
from functools import lru_cache
def lcs(a, b):
    m = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a, 1):
        for j, y in enumerate(b, 1): m[i][j] = m[i-1][j-1] + 1 if x == y else max(m[i-1][j], m[i][j-1])
    return m[-1][-1]
@lru_cache(None)
def coins(n, cs=(25, 10, 5, 1)): return 0 if n == 0 else min((1 + coins(n - c) for c in cs if c <= n), default=float("inf"))
def edit(a, b):
    if not a or not b: return len(a) or len(b)
    return min(edit(a[1:], b) + 1, edit(a, b[1:]) + 1, edit(a[1:], b[1:]) + (a[0] != b[0]))
def knap(w, v, c): return max((sum(v[i] for i in range(3) if m >> i & 1) for m in range(8) if sum(w[i] for i in range(3) if m >> i & 1) <= c))
print(lcs("AGGTAB", "GXTXAYB"), coins(67), edit("kitten", "sit"), knap([1, 2, 3], [6, 10, 12], 5), coins.cache_info().misses)
def queens(n, r=0, cols=()):
    if r == n: return 1
    return sum(queens(n, r + 1, cols + (c,)) for c in range(n) if all(c != k and abs(c - k) != r - i for i, k in enumerate(cols)))
print(queens(5), [[1]] + [row for row in []])
def pascal(n):
    row = [1]
    for _ in range(n): yield row; row = [a + b for a, b in zip([0] + row, row + [0])]
for r in pascal(5): print(str(r).center(20))
