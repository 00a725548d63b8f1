class It:
    def __init__(self, n): self.n = n
    def __iter__(self): self.i = 0; return self
    def __next__(self):
        if self.i >= self.n: raise StopIteration
        self.i += 1; return self.i
print(list(It(3)), sum(It(4)), [x for x in It(2)], max(It(5)), 3 in It(3), tuple(It(2)), dict(zip(It(2), "ab")))
a, b = It(2); print(a, b)
class Seq:
    def __getitem__(self, i):
        if i > 2: raise IndexError
        return i * 10
    def __len__(self): return 3
print(list(Seq()), [x for x in Seq()], 20 in Seq(), list(reversed(Seq())), list(enumerate(Seq())))
it = iter([1, 2, 3]); print(next(it), list(it), next(it, None))
try: next(it)
except StopIteration: print("stop")
try: next([1])
except TypeError as e: print(e)
try: iter(5)
except TypeError as e: print(e)
class BadIt:
    def __iter__(self): return 5
try: list(BadIt())
except TypeError as e: print(e)
for x in It(2):
    for y in It(2): print(x, y)
print(list(map(lambda a, b: a + b, [1, 2], [3, 4])), list(filter(None, [0, 1, "", 2])), list(zip(*[(1, 2), (3, 4)])))
i = iter(range(3))
for x in i: print(x, next(i, "-"))
print(*It(3), sep="-")
c = iter(lambda l=[0]: l.append(1) or len(l), 4); print(list(c))
