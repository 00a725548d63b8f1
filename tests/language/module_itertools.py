# itertools: what each gives, and that it reads no further than it must.
import itertools as it, operator
from itertools import *
print(list(accumulate([1,2,3])), list(accumulate([1,2,3], operator.mul)), list(accumulate([1,2,3], initial=10)), list(accumulate([])), list(accumulate([3,1,4], max)))
print(list(product('ab', [1, 2])), list(product([0, 1], repeat=2)), list(product()), list(product('ab', 'c', repeat=2)))
print(list(permutations([1,2,3])), list(permutations('abc', 2)), list(permutations([1], 2)), list(combinations('abcd', 2)), list(combinations_with_replacement('ab', 2)), list(combinations([1], 0)))
for k, g in groupby('aabbca'): print(k, list(g), end=' ')
print()
for k, g in groupby([1, 3, 2, 4, 5], key=lambda x: x % 2): print(k, list(g), end=' ')
print()
print(list(islice(range(10), 3)), list(islice(range(10), 2, 8, 3)), list(islice(count(5, 2), 4)), list(islice(cycle('ab'), 5)), list(repeat(7, 3)), list(islice(count(0.5, 0.25), 3)))
a, b = tee([1, 2, 3]); print(list(a), list(b)); a, b, c = tee('xy', 3); print(next(a), list(b), list(a), list(c))
print(list(zip_longest([1, 2], 'a', fillvalue='-')), list(pairwise([1, 2, 3])), list(chain([1], 'ab', (2,))), list(chain.from_iterable([[1], [2, 3]])), list(starmap(pow, [(2, 3), (3, 2)])), list(takewhile(lambda x: x < 3, [1, 2, 3, 1])), list(dropwhile(lambda x: x < 3, [1, 2, 3, 1])), list(filterfalse(lambda x: x % 2, range(5))), list(compress('abcd', [1, 0, 1, 0])))
c = count(); print(next(c), next(c), c, repeat(3), repeat(3, 2), count(1, 2), type(chain()), cycle([1]).__class__.__name__)
r = islice(cycle([1, 2]), 0, None); print(next(r), next(r), next(r))
try: list(islice([1], -1))
except ValueError as e: print(e)
print(list(zip(count(), 'ab')), next(iter(product([1], [2]))), list(filterfalse(None, [0, 1])), list(islice('abcdef', 1, None, 2)))
def g():
    print('x'); return 1
print([k for k, _ in groupby(sorted('hello'))], {k: len(list(g)) for k, g in groupby(sorted('mississippi'))})
from itertools import *
print(list(zip_longest(*[iter(range(7))] * 3)), list(zip(*[iter(range(6))] * 2)))
it = iter(range(10)); print(list(islice(it, 3)), list(takewhile(lambda x: x < 5, it)), list(it))
print(list(takewhile(lambda x: x < 20, accumulate(count(1)))), next(chain(count(), [1])), list(islice(map(lambda x: x * x, count()), 4)))
gs = [(k, g) for k, g in groupby('aab')]; print([(k, list(g)) for k, g in gs])
it = iter('abcdef'); print([''.join(c) for c in iter(lambda: tuple(islice(it, 2)), ())])
a, b = tee(count()); print(next(a), next(a), next(b), next(b)); next(b)
def f(x):
    print('call', x); return x
m = starmap(f, [(1,), (2,)]); print('made'); print(next(m)); print(list(m))
print(list(chain.from_iterable('ab' for _ in range(2))), sum(repeat(2, 3)), list(map(pow, range(4), repeat(2))), len(list(product(range(3), repeat=3))), list(islice(islice(count(), 10), 2, None)), list(zip(count(1), 'ab')))
print(list(combinations('ABCD', 3))[0], len(list(permutations(range(5)))), list(combinations('ab', 3)), list(permutations('ab', 3)), dict(zip('ab', repeat(0))), [list(g) for k, g in groupby([])])
