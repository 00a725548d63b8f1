# Built-in functions, methods and special methods, broadly; and the words of a hundred errors.
print(f"{3.14159:.2f} {42:>8} {42:<8}| {42:^8}| {1234567:,} {0.256:.1%} {255:#x} {255:08b} {5:+d} {-3: d} {1e10:e} {1e-5:g} {'a':*^7} {True} {None!r:>6} {3:03d} {2.5:.0f} {1234.5678:,.2f} {10:_} {1000000:_}")
x = 3; y = 'q'; d = {'k': [1, 2]}
print(f"{x=} {y=} {x + 1 = } {y!r} {d['k'][0]} {x:{'>'}{5}} {{}} {'nested ' + f'{x}'} {x!s:>4} {d=!s} {x=:03d}")
print("%d %5.2f %s %r %x %o %e %g %% %c %05d %-5s| %+d %(a)s" % (1, 2.5, 's', 'r', 255, 8, 12345.678, 0.0001, 'c', 42, 'ab', 5) if 0 else "%d %5.2f %s %r %x %o %e %g %% %c %05d %-5s| %+d" % (1, 2.5, 's', 'r', 255, 8, 12345.678, 0.0001, 'c', 42, 'ab', 5), "%(a)s %(b)03d" % {'a': 1, 'b': 2}, "%s" % (1,), "%*d" % (5, 3), "%.3s" % 'abcdef', '%i' % 3.9, '%X' % 255, '%#x' % 255, '%5s|%-5s|' % ('a', 'b'))
print("{} {0}".format(1) if 0 else "{} {}".format(1, 2), "{1} {0} {a} {b[0]} {c.real}".format(1, 2, a=3, b=[4], c=5), "{:>{w}}".format('x', w=5), "{!r:>5}".format('a'), "{:,}".format(10**6))
print('abc'.translate(str.maketrans('ab', 'xy', 'c')), 'a\tb'.expandtabs(4), '-5'.zfill(4), 'a-b-c'.partition('-'), 'a-b-c'.rpartition('-'), 'ß'.casefold(), 'ab1'.isidentifier(), '12'.isdigit(), 1, 'aB'.swapcase(), 'hello world'.title(), 'x'.center(5, '*'), 'abc'.ljust(5, '.') , 'abc'.rjust(5), 'a,b,,c'.split(','), ' a  b '.split(), 'a\nb\r\nc'.splitlines(), 'a\nb'.splitlines(True), 'abcabc'.replace('a', 'x', 1), 'abc'.find('z'), 'abcabc'.rfind('b'), 'aaa'.count('a'), 'abc'.startswith(('x', 'a')), 'abc'.endswith('c'), '  x '.strip(), 'xxaxx'.strip('x'), 'abc'.removeprefix('a'), 'abc'.removesuffix('c'), '-'.join(['a', 'b']), 'abc'.index('c'), 'a b c'.split(' ', 1), 'a b c'.rsplit(' ', 1), 'ABC'.lower(), 'abc'.upper(), 'abc'.capitalize(), 'abc'.isalpha(), 'ab1'.isalnum(), ' '.isspace(), 'Abc'.istitle(), 'abc'.islower(), 'a'.isascii(), 'é'.isascii(), 'ABC'.isupper(), 'a\x00'.isprintable())
print(sorted([3, 1, 2], reverse=True), sorted(['b', 'A', 'c'], key=str.lower), sorted({'b': 1, 'a': 2}), sorted('hello'), sorted([(1, 'b'), (1, 'a')]), round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1234, -2), round(2.0), divmod(7, -3), divmod(-7.5, 2), pow(2, 10, 1000), int('ff', 16), int('0b11', 0), int('z', 36), int(' 42 '), int(3.9), int(-3.9), int('1_000'), bin(10), hex(255), oct(8), bin(-5), chr(9731), ord('a'), float('1e3'), float(' inf '), float('nan'), abs(-3), abs(-2.5))
print(frozenset([1, 2]) | {3}, frozenset() == set(), hash(frozenset([1])) == hash(frozenset([1])), slice(1, 5, 2), slice(1, 5, 2).indices(4), [1, 2, 3, 4][slice(0, 3)], {1, 2, 3} & {2, 3}, {1, 2} - {2}, {1} ^ {2}, {1} <= {1, 2}, {1, 2}.issuperset({1}), {1}.isdisjoint({2}), set('ab') == {'b', 'a'}, {1, 2}.union([3], (4,)), {1: 2} | {3: 4}, {**{1: 2}, 3: 4}, [*range(3), *'ab'], (*[1], 2))
print('a', 'b', sep='-', end='!\n'); print(); print(1, 2, sep=''); print('x', flush=True); print(*[1, 2, 3], sep=', '); print('a\tb\\n', 'é', '\u00e9', '', r'\n', 'a' 'b', '''x
y''')
it = iter([1, 2, 0, 3]); print(list(iter(lambda: next(it), 0)), next(iter([]), 'def'))
class A:
    __slots__ = ('x',)
    def __init__(self): self.x = 1
try: raise AttributeError("'A' object has no attribute 'y'")
except AttributeError as e: print(e)
try: raise AttributeError("'A' object has no attribute '__dict__'")
except AttributeError as e: print(e)
class B:
    c = 1
    def __init__(self): self.a = 1
    def __getattr__(self, n): return n + '!'
    def __call__(self, *a, **k): return a, k
    def __contains__(self, i): return i == 3
    def __len__(self): return 0
    def __iter__(self): return iter([1, 2])
    def __getitem__(self, k): return k
    def __eq__(self, o): return True
    def __hash__(self): return 5
    def __lt__(self, o): return False
    def __bool__(self): return True
    def __enter__(self): return 'ent'
    def __exit__(self, *a): return True
    def __add__(self, o): return ('add', o)
    def __radd__(self, o): return ('radd', o)
    def __iadd__(self, o): return 'iadd'
    def __neg__(self): return 'neg'
    def __matmul__(self, o): return 'mm'
    def __format__(self, s): return f'<{s}>'
    def __index__(self): return 2
    def __int__(self): return 9
    def __float__(self): return 1.5
    def __abs__(self): return 'abs'
    def __round__(self, n=None): return ('round', n)
    def __reversed__(self): return iter('rev')
    def __repr__(self): return 'B()'
    def __del__(self): pass
b = B(); print(b.zzz, b(1, k=2), 3 in b, len(b), list(b), b[1:2], b['x'], b == 4, hash(b), b < 1, bool(b), b + 1, 1 + b, -b, b @ 1, f'{b:q}', [1, 2, 3][b], int(b), float(b), abs(b), round(b), round(b, 2), list(reversed(b)), vars(b), hasattr(b, 'q'), callable(b), callable(3), getattr(b, 'a'), getattr(3, 'zz', 'dflt'), isinstance(b, (int, B)), issubclass(B, object), type(b).__name__, b.__class__, B.__name__, B.__mro__, b.__dict__, B.__dict__['c'], 'a' in dir(b))
with b as q: print(q); raise ValueError
b += 1; print(b)
print([n for n in dir(object()) if n in ('__eq__', '__init__')], dir(A())[-1])
if (n := 10) > 5: print(n, [y := 1, y ** 2], (lambda: (z := 3))())
print(1 < 2 < 3, 1 < 3 > 2, 1 == 1.0 is not None, not 1 in [2], 3 if 0 else 4, [] or 'x', 0 and 1, None is None)
def f(a, b=2, *args, c, d=4, **kw): return a, b, args, c, d, kw
print(f(1, c=3), f(1, 2, 3, 4, c=5, e=6), f(*[1, 2], **{'c': 3}), f.__defaults__, f.__name__, f.__code__.co_argcount if 0 else '')
def g(a, /, b, *, c): return a + b + c
print(g(1, b=2, c=3))
for bad in (lambda: f(), lambda: g(a=1, b=2, c=3), lambda: f(1), lambda: g(1, 2, 3), lambda: f(1, c=1, a=2), lambda: int('x'), lambda: float('y'), lambda: [][0], lambda: {}['k'], lambda: 1 / 0, lambda: 1 % 0, lambda: 1.0 // 0, lambda: 'a' + 1, lambda: 1 + 'a', lambda: [1] + (2,), lambda: None + 1, lambda: len(3), lambda: undefined, lambda: (1).foo, lambda: [].foo, lambda: 'abc'.foo(), lambda: [1, 2].index(5), lambda: [].pop(), lambda: {}.popitem(), lambda: {1}.remove(2), lambda: 'a'.index('b'), lambda: int([]), lambda: chr(-1), lambda: ord('ab'), lambda: iter(3), lambda: next(iter([])), lambda: sum(['a']), lambda: max([]), lambda: sorted([1, 'a']), lambda: hash([]), lambda: {[]: 1}, lambda: 'a' * 'b', lambda: range(1.5), lambda: range(1, 2, 0), lambda: [1, 2, 3][::0], lambda: (1, 2)[5], lambda: 'abc'[10], lambda: 'abc'['a'], lambda: [1]['a'], lambda: isinstance(1, 2), lambda: abs('a'), lambda: round('a'), lambda: '%d' % 'a', lambda: '%s %s' % 1, lambda: '{} {}'.format(1), lambda: '{a}'.format(), lambda: f'{1:zz}', lambda: dict([1]), lambda: zip(1), lambda: list(zip([1], [1, 2], strict=True)), lambda: set([[]]), lambda: type('a', 1), lambda: super(), lambda: ''.join([1]), lambda: 'a'.split(''), lambda: divmod(1, 0), lambda: 2 ** -1, lambda: 0 ** -1, lambda: (-8) ** 0.5 if 0 else 1, lambda: 'x' < 1, lambda: {} < {}, lambda: print(sep=1), lambda: int('1', 99), lambda: enumerate(), lambda: f(1, c=1, **{'c': 2}), lambda: object().x, lambda: setattr(3, 'a', 1), lambda: (lambda x: x)(), lambda: [].sort(key=1), lambda: [3, 1].sort(None), lambda: dict(a=1).update(3), lambda: 'abc'.replace('a'), lambda: 'abc'.zfill()) :
    try: r = bad(); print('ok', type(r).__name__)
    except Exception as e: print(type(e).__name__, e)
