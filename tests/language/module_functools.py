# functools, operator, heapq, copy.
import functools, operator, heapq, copy
from functools import *
p = partial(int, base=2); print(p('101'), p.func, p.args, p.keywords); q = partial(pow, 2); print(q(5), repr(partial(print, 1, end='')))
print(reduce(operator.add, [1, 2, 3]), reduce(lambda a, b: a * b, [1, 2, 3], 10), reduce(operator.add, [], 0))
try: reduce(operator.add, [])
except TypeError as e: print(e)
@lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(80), fib.cache_info(), fib.__name__); fib.cache_clear(); print(fib.cache_info(), fib.__wrapped__)if 0 else print(fib.cache_info())
@cache
def sq(x): print('c'); return x * x
print(sq(3), sq(3), sq.cache_info())
@lru_cache
def h(a, b=1): return a + b
print(h(1), h(1, b=1), h(1), h.cache_info(), h.cache_parameters())
@lru_cache(maxsize=2)
def k(a): return a
[k(x) for x in [1, 2, 3, 1, 1]]; print(k.cache_info())
def deco(f):
    @wraps(f)
    def inner(*a, **kw):
        "inner doc"
        return f(*a, **kw)
    return inner
@deco
def foo(x: int) -> int:
    "foo doc"
    return x
print(foo.__name__, foo.__doc__, foo(1), foo.__wrapped__(2), foo.__annotations__, foo.__module__, foo.__qualname__)
class A:
    @cached_property
    def v(self): print('compute'); return 5
a = A(); print(a.v, a.v, a.__dict__)
@total_ordering
class O:
    def __init__(s, v): s.v = v
    def __eq__(s, o): return s.v == o.v
    def __lt__(s, o): return s.v < o.v
print(O(1) <= O(2), O(1) >= O(2), O(2) > O(1), sorted([O(3), O(1)])[0].v)
print(sorted([3, 1, 2], key=cmp_to_key(lambda a, b: b - a)))
print(operator.itemgetter(1)([5, 6]), operator.itemgetter(0, 2)('abc'), operator.attrgetter('v')(O(4)), operator.methodcaller('upper')('a'), operator.attrgetter('a.b'), operator.itemgetter(1))if 0 else 0
print(operator.itemgetter(1)([5, 6]), operator.itemgetter(0, 2)('abc'), operator.attrgetter('v')(O(4)), operator.methodcaller('split', ',')('a,b'))
print(operator.mul(2, 3), operator.truediv(1, 2), operator.floordiv(7, 2), operator.mod(7, 3), operator.neg(1), operator.not_(1), operator.contains([1], 1), operator.getitem([1, 2], 1), operator.matmul, operator.eq(1, 1), operator.lt(1, 2), operator.is_(None, None), operator.xor(1, 3), operator.concat('a', 'b'), operator.index(True), operator.pow(2, 3), operator.countOf([1, 1], 1), operator.indexOf([1, 2], 2), operator.iadd(1, 2), operator.abs(-1), operator.inv(5), operator.lshift(1, 3), operator.truth([]))
h = [5, 1, 4]; heapq.heapify(h); heapq.heappush(h, 0); print(h, heapq.heappop(h), heapq.nlargest(2, [1, 5, 3]), heapq.nsmallest(2, [4, 1, 3], key=lambda x: -x), heapq.heappushpop(h, 2), heapq.heapreplace(h, 9), h, list(heapq.merge([1, 4], [2, 3])))
x = [[1], {'a': [2]}]; y = copy.deepcopy(x); z = copy.copy(x); x[0].append(3); x[1]['a'].append(4); print(y, z)
class C:
    def __init__(self): self.a = [1]
    def __deepcopy__(self, memo): print('dc'); return C()
print(copy.deepcopy(C()).a, copy.copy(A()).__dict__)
