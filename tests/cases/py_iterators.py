# Generator expressions, and iterators of one's own.
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


print(list(Squares(4)), max(Squares(3)), [a + b for a, b in zip(Squares(2), Squares(2))], 9 in Squares(5))
a, b, *c = Squares(4)
print(a, b, c, dict(enumerate(Squares(1))), any(x > 2 for x in Squares(3)))
e = enumerate("ab")
z = zip([1, 2], e)
print(next(z), list(z), list(map(pow, [2, 3], [3, 2])), list(filter(lambda x: x % 2, range(6))), list(reversed(range(3))))
