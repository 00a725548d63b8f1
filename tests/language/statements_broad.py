# Statements and classes, broadly.
def outer():
    n = 0
    def inc():
        nonlocal n
        n += 1
        return n
    return inc
i = outer(); i(); print(i(), outer.__name__, i.__closure__ is not None if 0 else '')
G = 1
def setg():
    global G
    G = 5
setg(); print(G)
def t(k):
    try:
        if k == 0: raise ValueError('v')
        if k == 1: return 'ret'
        if k == 2: raise KeyError('kk')
    except ValueError as e: print('caught', e, e.args); 
    else: print('else')
    finally: print('fin', k)
    return 'end'
print(t(0), t(1), t(3))
try: t(2)
except KeyError as e: print(repr(e), str(e))
try:
    try: 1 / 0
    except ZeroDivisionError as e: raise RuntimeError('wrapped') from e
except RuntimeError as e: print(e, repr(e.__cause__), e.__suppress_context__)
class MyErr(Exception):
    def __init__(self, code, msg='m'):
        super().__init__(msg); self.code = code
    def __str__(self): return f'[{self.code}] {super().__str__()}'
try: raise MyErr(3)
except MyErr as e: print(e, e.args, e.code, isinstance(e, Exception))
try: assert 1 == 2, ('msg', 3)
except AssertionError as e: print(e, e.args)
try: assert False
except AssertionError as e: print(repr(e))
class CM:
    def __init__(s, n): s.n = n
    def __enter__(s): print('in', s.n); return s.n
    def __exit__(s, t, v, tb): print('out', s.n, t.__name__ if t else None); return s.n == 'b'
with CM('a') as a, CM('b') as b: raise ValueError('x')
with (CM('c') as c, CM('d') as d): print(c, d)
def deco(n):
    def w(f):
        def inner(*a): return [f(*a)] * n
        return inner
    return w
@deco(2)
def sq(x): return x * x
print(sq(3), [(lambda x=i: x)() for i in range(3)], [f() for f in [lambda: i for i in range(3)]])
class P:
    _v = 0
    @property
    def v(self): return self._v
    @v.setter
    def v(self, x): self._v = x * 2
    @v.deleter
    def v(self): print('del')
    @classmethod
    def cm(cls, x): return cls.__name__, x
    @staticmethod
    def sm(x): return x
p = P(); p.v = 4; print(p.v, P.cm(1), p.sm(2)); del p.v
try:
    class Q:
        @property
        def r(self): return 1
    Q().r = 2
except AttributeError as e: print(e)
a, *b, c = range(5); print(a, b, c); (a, b), c = (1, 2), 3; print(a, b, c); [a, b] = 'xy'; print(a, b)
for i, (x, y) in enumerate([(1, 2), (3, 4)], 1): print(i, x, y, end=' ')
else: print('done')
while True:
    break
else: print('never')
print([x for x in range(10) if x % 2 if x > 3], {x: y for x, y in zip('ab', [1, 2])}, {x % 3 for x in range(5)}, [[j for j in range(i)] for i in range(3)], list(x * 2 for x in [1, 2]), [x + y for x in 'ab' for y in 'cd'])
try: a, b = [1, 2, 3]
except ValueError as e: print(e)
try: a, b, c = [1, 2]
except ValueError as e: print(e)
try: a, *b = []
except ValueError as e: print(e)
d = {'a': 1}; d.setdefault('b', []).append(2); print(d, d.pop('a'), d.pop('z', None), d.get('q', 0), list(d.items()), d.copy(), dict.fromkeys('ab', 0), dict(zip('ab', [1, 2])), {**d}, sorted(d.keys() | {'z'}), 'b' in d, len(d), list(reversed({'a': 1, 'b': 2})), {'a': 1} == {'a': 1.0}, dict(a=1, **{'b': 2})); d |= {'n': 1}; d.update(x=5); print(d); del d['n']; d.clear(); print(d)
l = [3, 1, 2]; l.sort(); l.extend('ab'); l.insert(0, 9); l[1:3] = ['x']; l += [7]; l.remove(9); print(l, l.index('a'), l.count('a'), l[::-1], l.pop(), l.pop(0), l * 2, l[-1], l[-2:], l.copy() == l, [1, 2] < [1, 3], [0] * 3, any([0, 1]), all([]), sum([1, 2], 10), min(3, 1), max('abc', key=ord), min([3, 1], default=0), max([], default='d'), list(map(lambda a, b: a + b, [1, 2], [3, 4])), list(filter(None, [0, 1])), list(zip('ab', [1, 2], 'xy')), list(enumerate('ab', 1)), list(reversed([1, 2]))); l.reverse(); del l[0]; print(l); l.clear(); print(l)
class It:
    def __init__(s): s.n = 0
    def __iter__(s): return s
    def __next__(s):
        s.n += 1
        if s.n > 3: raise StopIteration
        return s.n
print(list(It()), sum(It()), [*It()], 2 in It(), max(It()), tuple(It()), dict(enumerate(It())), list(zip(It(), It())))
class Vec:
    def __init__(s, *v): s.v = v
    def __getitem__(s, i): return s.v[i]
    def __len__(s): return len(s.v)
    def __repr__(s): return f'{type(s).__name__}{s.v}'
    def __mul__(s, k): return Vec(*[x * k for x in s.v])
    __rmul__ = __mul__
    def __eq__(s, o): return isinstance(o, Vec) and s.v == o.v
print(Vec(1, 2) * 3, 3 * Vec(1), Vec(1) == Vec(1), Vec(1) != Vec(2), list(Vec(5, 6)), 5 in Vec(5), Vec(1, 2)[0], bool(Vec()), list(reversed(Vec(1, 2))), sorted(Vec(3, 1)))
try: hash(Vec(1))
except TypeError as e: print(e)
class Base:
    def __init__(self, **k): print('Base', k)
    def hi(self): return 'base'
class L(Base):
    def __init__(self, **k): print('L'); super().__init__(**k)
    def hi(self): return 'L' + super().hi()
class R(Base):
    def hi(self): return 'R' + super().hi()
class D(L, R): pass
print(D(a=1).hi(), [k.__name__ for k in D.__mro__])

print(1, (5).bit_length(), (3.0).is_integer(), (0.5).as_integer_ratio(), (10).to_bytes(2, 'big') if 0 else '', 7 // 2, -7 // 2, 7 % -3, 2 ** 10, 2 ** 0.5, 1_000, 0xff, 0b11, 0o7, 1e3, ~5, 5 & 3, 5 | 3, 5 ^ 3, 1 << 4, 16 >> 2, 1 if True else 2, True + True, 0.1 + 0.2, 1e16, 1e15, 123456789.0, 1e-4, 1e-5, float('inf'), -0.0, 5 .real if 0 else '', 3 .__add__(4))
print("abc" "def", 'a' < 'b', 'abc'[::-1], 'abc'[-1], 'a' in 'abc', 'x' * 3, str(1.0), str([1, 'a']), repr('it\'s'), repr("a\"b'"), str(None), ascii('é'), '\x41\u00e9', len('日本'), 'é'.upper(), 'ß'.upper())
