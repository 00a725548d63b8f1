for i in range(3): pass
else: print("else", i)
for i in range(3):
    if i == 1: break
else: print("never")
while i < 5: i += 1
else: print("w", i)
n = 0
while True:
    n += 1
    if n % 2: continue
    if n > 6: break
print(n)
for a, (b, *c) in [(1, (2, 3, 4)), (5, "xyz")]: print(a, b, c)
for k, v in {"a": 1, "b": 2}.items(): print(k, v)
for i, x in enumerate("ab", 5): print(i, x)
l = [1, 2, 3]
for x in l:
    if x < 3: l.append(x + 10)
print(l)
for l[0] in range(2): print(l)
try:
    for x in 5: pass
except TypeError as e: print(e)
d = {1: 1}
try:
    for k in d: d[k + 1] = 1
except RuntimeError as e: print(e)
for x in (1, 2): pass
print(x)
for c in "héy": print(c, end=" ")
print()
