"""Plain Python beside CPython 3.11: the loops that lessons are made of. Each row is a program of its own, which
takes its own time; both run it in turn and the best of each counts.

    bench_plain.py build/qkv [row ...]
"""

import os
import subprocess
import sys
import tempfile

rows = {
    "sum of a million": """
s = 0
for i in range(1000000):
    s += i * 2
""",
    "fib(22)": """
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
fib(22)
""",
    "objects with __add__": """
class Value:
    def __init__(self, data, children=()):
        self.data = data
        self.children = children
    def __add__(self, other):
        return Value(self.data + other.data, (self, other))
    def __mul__(self, other):
        return Value(self.data * other.data, (self, other))
total = Value(0.0)
for i in range(30000):
    total = Value(1.0) * Value(2.0) + Value(float(i))
""",
    "f-strings": """
lines = []
for i in range(50000):
    lines.append(f"step {i}: loss {i / 7:.4f} {i % 10:>3}")
""",
    "list comprehensions": """
for k in range(20):
    a = [i * i for i in range(10000)]
    b = [x + 1 for x in a if x % 2 == 0]
""",
    "dict counting": """
counts = {}
text = "the quick brown fox jumps over the lazy dog " * 4000
for ch in text:
    counts[ch] = counts.get(ch, 0) + 1
""",
    "triple loop": """
n = 56
a = [[i + j for j in range(n)] for i in range(n)]
b = [[i - j for j in range(n)] for i in range(n)]
c = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        s = 0
        for k in range(n):
            s += a[i][k] * b[k][j]
        c[i][j] = s
""",
    "triple loop in a function": """
def product(a, b, n):
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            s = 0
            for k in range(n):
                s += a[i][k] * b[k][j]
            c[i][j] = s
    return c
n = 56
a = [[i + j for j in range(n)] for i in range(n)]
b = [[i - j for j in range(n)] for i in range(n)]
product(a, b, n)
""",
    "triple loop into c[i][j]": """
def product(a, b, n):
    c = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return c
n = 56
a = [[i + j * 0.5 for j in range(n)] for i in range(n)]
b = [[i - j * 0.5 for j in range(n)] for i in range(n)]
product(a, b, n)
""",
    "string building": """
parts = []
for i in range(200):
    out = ""
    for k in range(300):
        out += "ab"
        parts.append(str(k))
joined = ",".join(parts)
words = [w.strip().upper() for w in joined.split(",")]
""",
    "sorting with a key": """
pairs = [((i * 7919) % 10007, "n" + str(i)) for i in range(40000)]
by_number = sorted(pairs, key=lambda p: p[0])
by_name = sorted(pairs, key=lambda p: p[1], reverse=True)
""",
    "sets": """
seen = set()
for i in range(200000):
    seen.add(i * 31 % 5003)
both = 0
for i in range(100000):
    if i % 7000 in seen:
        both += 1
""",
    "tokenizer": """
text = "to be or not to be that is the question " * 2000
stoi = {ch: i for i, ch in enumerate(sorted(set(text)))}
itos = {i: ch for ch, i in stoi.items()}
def encode(s):
    return [stoi.get(ch, 0) for ch in s]
ids = encode(text)
pairs = {}
for a, b in zip(ids, ids[1:]):
    pairs[(a, b)] = pairs.get((a, b), 0) + 1
back = "".join(itos[i] for i in ids)
""",
    "class with attributes": """
class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y
    def step(self, dx, dy):
        self.x += dx
        self.y += dy
        return self.x * self.x + self.y * self.y
p = Point(0, 0)
far = 0
for i in range(100000):
    far += p.step(i % 3 - 1, 1)
""",
    "generators": """
def numbers(n):
    for i in range(n):
        yield i * i
total = 0
for x in numbers(100000):
    total += x
total += sum(x + 1 for x in numbers(100000))
""",
    "zip and enumerate": """
a = list(range(100000))
b = [x * 0.5 for x in a]
dot = 0.0
for x, y in zip(a, b):
    dot += x * y
for i, x in enumerate(b):
    if x > dot:
        break
    dot -= i
""",
    "while loop": """
n, steps = 837799, 0
k = 0
while k < 600:
    n = 27 + k
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    k += 1
""",
    "exceptions": """
table = {"a": 1}
missing = 0
for i in range(60000):
    try:
        table["b" if i % 2 else "a"]
    except KeyError:
        missing += 1
    finally:
        missing += 0
""",
    "slicing": """
data = list(range(1000))
total = 0
for i in range(60000):
    piece = data[i % 900 : i % 900 + 8]
    total += piece[0] + piece[-1] + len(piece[::-1])
context = tuple(data[-8:])
""",
}


def run(command, path):
    found = subprocess.run(command + [path], capture_output=True, text=True)
    if found.returncode != 0:
        sys.exit(found.stderr)
    return float(found.stdout) * 1e3


def measure(qkv, text):
    with tempfile.NamedTemporaryFile("w", suffix=".py", delete=False) as file:
        file.write("import time\nstart = time.perf_counter()\n" + text + "print(time.perf_counter() - start)\n")
    try:
        turns = [(run(qkv, file.name), run([sys.executable], file.name)) for _ in range(5)]
    finally:
        os.unlink(file.name)
    return [min(times) for times in zip(*turns)]


def main():
    if sys.version_info[:2] != (3, 11):
        print("plain Python: this python3 is not 3.11, of which the ratios are told")
    qkv = [sys.argv[1], "run"]
    wanted = sys.argv[2:] or list(rows)
    behind = 0
    for name in wanted:
        mine, theirs = measure(qkv, rows[name])
        behind += mine > 1.3 * theirs
        print(f"plain Python, {name}: qkv {mine:.1f} ms, CPython {theirs:.1f} ms, {mine / theirs:.2f} times CPython's")
    print(f"plain Python: {len(wanted) - behind} of {len(wanted)} within 1.3 times CPython's time")


if __name__ == "__main__":
    main()
