# What is taken from the front of a list or a deque moves nothing; what comes after finds the room.
from collections import deque

a = list(range(10))
taken = [a.pop(0) for _ in range(7)]
print(taken, a, len(a))
a.insert(0, "x")
a.insert(0, "y")
a.extend(range(20, 30))
print(a)
del a[:3]
a[:2] = []
print(a, a[::-1], a + a[:1], a * 2 == a + a)
a.pop(0)
a.sort(reverse=True)
print(a, sorted(a), a.index(25))
while a:
    a.pop(0)
print(a)
a.append(1)
print(a)

b = []
for i in range(100):
    b.append(i)
    if i % 3:
        b.pop(0)
    if i % 7 == 0:
        b.insert(0, -i)
print(len(b), b[:5], b[-5:], sum(b))
b.pop(0)
c = b.copy()
c.clear()
b *= 2
print(len(b), c, b.count(99))

q, seen = deque([1]), 0
while seen < 500:
    x = q.popleft()
    q.append(x + 1)
    q.append(x + 2)
    seen += 1
print(len(q), q[0], q[-1])
q = deque(range(1000))
total = 0
while q:
    total += q.popleft()
print(total)
d = deque([1, 2, 3], maxlen=3)
for i in range(6):
    d.append(i)
    d.appendleft(-i)
print(d)
