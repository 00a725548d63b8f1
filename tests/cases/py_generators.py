# Generators and iterators of one's own.
def countdown(n):
    while n > 0:
        yield n
        n -= 1
    print("spent")


for v in countdown(3):
    print(v, end=" ")
print(list(countdown(2)), sum(countdown(4)))


def batches(items, size):
    for i in range(0, len(items), size):
        yield items[i:i + size]


print([b for b in batches([1, 2, 3, 4, 5], 2)], list(map(len, batches("abcdefg", 3))))


def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


g = fib()
print([next(g) for _ in range(10)])
squares = (x * x for x in range(5))
print(next(squares), list(squares), list(squares))


class Squares:
    def __init__(self, n):
        self.n, self.i = n, 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.i == self.n:
            raise StopIteration
        self.i += 1
        return self.i ** 2


class Tree:
    def __init__(self, value, *children):
        self.value, self.children = value, children

    def __iter__(self):
        yield self.value
        for child in self.children:
            yield from child


print(list(Squares(4)), max(Squares(3)), [a + b for a, b in zip(Squares(2), Squares(2))], 9 in Squares(5))
print(list(Tree(1, Tree(2, Tree(3)), Tree(4))), sorted(Tree(5, Tree(0)), reverse=True), *Tree(7, Tree(8)))
a, b, *c = countdown(4)
print(a, b, c, dict(enumerate(countdown(1))), any(x > 2 for x in countdown(3)))
e = enumerate("ab")
z = zip([1, 2], e)
print(next(z), list(z), list(map(pow, [2, 3], [3, 2])), list(filter(lambda x: x % 2, range(6))), list(reversed(range(3))))
