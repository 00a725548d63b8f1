# Flow: loops with else, break, continue, walrus, chained comparison, conditional expressions, match-free branching.
for n in range(2, 12):
    for d in range(2, n):
        if n % d == 0:
            break
    else:
        print(n, "is prime", end=", ")
print()
i = 0
while i < 10:
    i += 1
    if i % 2:
        continue
    if i > 6:
        break
    print(i, end=" ")
else:
    print("never")
print("stopped at", i)
while i > 5:
    i -= 1
else:
    print("ran out at", i)
x = 5
print(1 < x < 10, 1 < x > 3, 0 == x < 3, not x, x and "yes", 0 or "no", None is None, x is not None, x != 5 or "five")
print("big" if x > 10 else "mid" if x > 3 else "small", (x > 3) + (x > 4), True + True, True * 3.5, not not [])
if x > 10:
    print("a")
elif x > 4:
    print("b")
else:
    print("c")
if (n := len("walrus")) > 3:
    print("n is", n)
data = iter([1, 2, 0, 3])
while (value := next(data)) != 0:
    print(value, end=" ")
print([y for v in range(5) if (y := v * v) > 3])
a = b = c = []
a.append(1)
print(a, b, c, a is c)
for a, (b, *c) in [(1, (2, 3, 4)), (5, "xyz")]:
    print(a, b, c)
matrix = [[i * j for j in range(3)] for i in range(3)]
for row in matrix:
    print(" ".join(f"{v:2d}" for v in row))
total = 0
for i, j in zip(range(3), range(3, 6)):
    total += i * j; total -= 1
print(total, i, j)
for k in range(0):
    print("never")
else:
    print("empty loop")
for _ in range(2): print("one line", end=" ")
pass
print()
x += 1; x -= 2; x *= 3; x //= 2; x **= 2; x %= 7; x = -x
print(x, x / 2, +x, ~x, x << 2, 6 & 3, 6 | 3, 6 ^ 3, 1 << 10 >> 3)
x |= 8
x &= 12
print(x, type(x).__name__, isinstance(x, int), isinstance(True, int), isinstance(1.0, (int, float)))
assert x == x, "never shown"
del x
print("x" in globals(), "n" in globals())
y = (1 +
     2)
z = 1 + \
    2
print(y == z, [
    1,
    2,
])
count = {}
for ch in "hello":
    count[ch] = count.get(ch, 0) + 1
print(count, "done" if all(v >= 1 for v in count.values()) else "bad")
