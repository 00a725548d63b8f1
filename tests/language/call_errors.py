def f(a, b, *args, c, d=4, **kw): return a, b, args, c, d, kw
print(f(1, 2, 3, 4, c=5, e=6), f(*[1, 2], **{"c": 3}), f(1, *(2, 3), *[4], c=1, **{"x": 1}, y=2))
def pos(a, b=2, /, c=3, *, d=4): return a, b, c, d
print(pos(1), pos(1, 5, c=6, d=7))
for call in ("pos(a=1)", "pos(1, b=2)", "pos(1, 2, 3, 4)", "f(1)", "f(1, 2)", "f(1,2,3,c=1,a=3)", "pos()", "pos(1, e=3)", "pos(1, 2, 3, d=1, **{'d': 2})", "f(*3)", "f(1, 2, c=1, **3)", "len()", "len(1, 2)", "int('a', x=1)", "print(1, foo=2)", "max()", "[].append()", "[].append(1, 2)", "'a'.upper(1)", "sorted()", "abs('x')", "sum(1)", "pow(2)", "isinstance(1)", "range()", "ord('ab')", "chr(-1)", "round('a')", "divmod(1)", "zip(1)", "map(len)", "list(5)", "dict(5)", "set(3)", "tuple(3)", "int([])", "float('x')", "int('x')", "int('12', 40)", "str(1, 2, 3, 4)", "enumerate()", "iter(3)", "next([])", "reversed({1})", "hash([])", "min([])", "max(1)", "min(1, 'a')", "any(1)", "input(1, 2)", "bin(1.5)", "hex('a')", "callable()", "getattr(1)", "getattr(1, 'x')", "setattr(1, 'x', 2)", "type(1, 2)", "super()", "filter(None)", "sum(['a'])", "sum([[1], [2]], [])", "''.join([1])", "','.join(3)", "'a' + 1", "1 + 'a'", "[1] + (2,)", "'a' * 'b'", "{} + {}", "None + 1", "-'a'", "[1][1.0]", "[1]['a']", "{}['k']", "(1,)[5]", "'abc'[10]", "[][0]", "[1, 2].index(5)", "[1].remove(3)", "[].pop()", "{}.pop('x')", "set().pop()", "set().remove(1)", "{}.popitem()", "{[]: 1}", "{{}}", "1 < 'a'", "[1] < [None]", "3()", "None()", "'a'()", "None.x", "(1).x", "'abc'.foo", "[].add(1)", "{}.a", "len(5)", "5[0]", "None[0]", "x.y.z", "1 / 0", "1 // 0", "1 % 0", "1.0 / 0", "1.0 // 0", "5.0 % 0", "0 ** -1", "divmod(1, 0)", "10 ** 400 * 1.0", "2.0 ** 10000", "int(float('nan'))", "int(float('inf'))", "'%d' % 'a'", "'%d %d' % (1,)", "'%d' % (1, 2)", "'{} {}'.format(1)", "'{a}'.format(b=1)", "f'{1:q}'", "format('a', 'd')", "format(1, 's')", "'abc'.index('z')", "int('0x1F')", "'é'.encode('ascii')", "b'\\xff'.decode()", "'a'.split('')", "1 in 5", "1 in 'abc'", "'abc'[1:2:0]", "range(1, 2, 0)", "list(range(3))[::0]", "1 << -1", "[1, 2] @ [3]", "a, b = 1", "undefined_name", "prnt(1)"):
    try:
        print(call, "=>", eval(call))
    except Exception as e:
        print(call, "=>", type(e).__name__, e)


# a method called on what is not of its class
for call in [
    lambda: str.encode(5),
    lambda: str.split(),
    lambda: str.splitlines(5),
    lambda: list.sort(3),
    lambda: list.count((1,), 1),
    lambda: frozenset.union(1),
    lambda: set.add(frozenset(), 1),
    lambda: dict.update(3),
    lambda: bytes.decode("a"),
    lambda: str.expandtabs(4),
    lambda: int.to_bytes("a", 2, "big"),
    lambda: int.__floor__("a"),
]:
    try:
        call()
    except TypeError as e:
        print(e)
