# An exception out of a value's own methods, or out of an iterator, passes through whatever asked.
import collections, copy, functools, heapq, itertools, json, math, operator, pprint, random, re, statistics, string, textwrap


class Bad:
    """Every method raises its own name."""


def raising(name):
    def method(self, *args, **kw):
        raise ValueError(name)
    return method


for word in ("eq ne lt le gt ge hash bool len iter next contains getitem setitem delitem index int float complex str repr format call enter add radd sub rsub mul rmul "
             "truediv rtruediv floordiv rfloordiv mod rmod pow rpow and rand or ror xor rxor lshift rshift neg pos abs invert iadd imul round trunc floor ceil divmod "
             "matmul copy deepcopy reversed length_hint bytes dir fspath missing").split():
    setattr(Bad, f"__{word}__", raising(word))


class Deaf(Bad):
    __hash__ = object.__hash__


class Mute(Bad):
    def __eq__(self, other): return self is other
    __hash__ = object.__hash__


class Attr:
    def __getattr__(self, name):
        if name.startswith("__"): raise AttributeError(name)
        raise ValueError("getattr " + name)
    def __setattr__(self, name, value): raise ValueError("setattr")
    def __delattr__(self, name): raise ValueError("delattr")
    @property
    def prop(self): raise ValueError("property")


class Late:
    """One good answer, then none."""
    def __init__(self, good=1): self.good = good
    def _ask(self, what):
        self.good -= 1
        if self.good < 0: raise ValueError(what + " later")
    def __eq__(self, other): self._ask("eq"); return False
    def __lt__(self, other): self._ask("lt"); return True
    def __gt__(self, other): self._ask("gt"); return False
    def __hash__(self): self._ask("hash"); return 1
    def __bool__(self): self._ask("bool"); return True
    def __repr__(self): self._ask("repr"); return "late"


def it(n=0, make=int):
    for k in range(n): yield make(k)
    raise ValueError(f"iterator {n}")


def bad(*args, **kw): raise ValueError("called")


class BadMeta:
    def __init_subclass__(cls): raise ValueError("init_subclass")


class BadInit:
    def __init__(self): raise ValueError("init")


class BadNew:
    def __new__(cls): raise ValueError("new")


class Exit:
    def __enter__(self): return self
    def __exit__(self, *a): raise ValueError("exit")


class Keys:
    def keys(self): return it(1, str)
    def __getitem__(self, k): return k


class Keyed:
    def keys(self): return ["a"]
    def __getitem__(self, k): raise ValueError("getitem")


b, d, m, a = Bad(), Deaf(), Mute(), Attr()
DUNDERS = ["not b", "len(b)", "iter(b)", "next(b)", "1 in b", "b[0]", "b[0:1]", "int(b)", "float(b)", "str(b)", "repr(b)", "format(b)", "f'{b}'", "f'{b!r}'", "f'{b!s:>3}'", "b()", "b + 1", "1 + b", "b - 1",
           "1 - b", "b * 2", "2 * b", "b / 2", "2 / b", "b // 2", "2 // b", "b % 2", "2 % b", "b ** 2", "2 ** b", "b & 1", "1 & b", "b | 1", "1 | b", "b ^ 1", "1 ^ b", "b << 1", "b >> 1", "-b", "+b", "abs(b)", "~b",
           "round(b)", "math.trunc(b)", "math.floor(b)", "math.ceil(b)", "divmod(b, 1)", "b @ 1", "b == 1", "b != 1", "b < 1", "b <= 1", "b > 1", "b >= 1", "1 < b", "1 == b", "0 < b < 2", "hash(b)", "bool(b)", "reversed(b)",
           "b if b else 1", "b and 1", "b or 1", "[1 for _ in b]", "[x for x in [1] if b]", "{b: 1}", "{b}", "{1: 2}[b]", "(lambda *x: x)(*b)", "[*b]", "{*b}", "{**Keys()}", "(lambda **k: k)(**Keys())", "dict(**Keyed())",
           "any([b])", "all([b])", "operator.index(b)", "copy.copy(b)", "copy.deepcopy(b)", "copy.deepcopy([b])", "[1, 2][b]", "[1, 2][b:]", "[1, 2][::b]", "'ab'[b]", "'ab'[b:]", "(1, 2)[b]", "range(3)[b]", "range(b)", "slice(b).indices(3)",
           "chr(b)", "hex(b)", "bin(b)", "oct(b)", "'%d' % b", "'%s' % b", "'%r' % b", "'%x' % b", "'%f' % b", "'%5s' % b", "'%*d' % (b, 1)", "'{}'.format(b)", "'{!r}'.format(b)", "'{:{}}'.format(1, b)",
           "'{0[0]}'.format(b)", "print(b)", "print(1, sep=b)", "isinstance(1, b)", "sum(b)", "sum([b])", "sum([1, b])", "sum([], b)", "min(b)", "min([1, b])", "min([b, 1])", "max(1, b)", "max([1, 2], key=bad)", "sorted([1, b])", "sorted([b, 1])",
           "sorted([2, 1], key=bad)", "sorted([1, 2], reverse=b)", "list(b)", "tuple(b)", "set(b)", "frozenset([b])", "dict(b)", "dict([b])", "dict([(b, 1)])", "dict.fromkeys([b])", "list(map(bad, [1]))", "list(filter(bad, [1]))", "list(filter(None, [b]))",
           "list(zip([1], b))", "list(zip([1], it()))", "list(enumerate(b))", "list(enumerate([1], b))", "list(reversed(b))", "iter(bad, 1).__next__()", "list(iter(lambda: b, 1))", "next(iter([]), b)() ", "pow(2, b)"]
LISTS = ["[b].index(1)", "[1].index(b)", "[b].count(1)", "[b].remove(1)", "[b] == [1]", "[1, b] < [1, 1]", "[m] + b", "[].extend(b)", "[].extend(it(2))", "[1].insert(b, 1)", "[1].pop(b)", "[1].sort(key=bad)", "[b, 1].sort()", "[1, b].sort(reverse=True)",
         "1 in [b]", "b in [1]", "(b,).index(1)", "(b,).count(1)", "(b,) == (1,)", "hash((b,))", "hash((1, (b,)))", "repr([b])", "repr((b,))", "repr({1: b})", "repr({m})", "repr({m: 1})", "str([[b]])", "[1, 2].__setitem__(slice(0, 1), b)", "[1, 2].__setitem__(slice(0, 1), it(1))",
         "[1, 2].__setitem__(b, 1)", "[1].__delitem__(b)", "[].__iadd__(b)", "[].__iadd__(it(1))", "[1, 2].index(1, b)", "collections.deque(b)", "collections.deque([b]).index(1)", "collections.deque([b]).count(1)", "collections.deque([b]).remove(1)", "collections.deque().extend(it(1))",
         "collections.deque([1]) == collections.deque([b])", "b in collections.deque([1])", "repr(collections.deque([b]))"]
SETS = ["{1}.add(b)", "{1}.discard(b)", "{1}.remove(b)", "b in {1}", "{1}.union(b)", "{1}.union(it(1))", "{1}.update(it(1))", "{1}.intersection(it(1))", "{1}.difference(it(1))", "{1}.symmetric_difference(it(1))", "{1}.issubset(it(1))", "{1}.issuperset([b])", "{1}.isdisjoint(it(1, str))",
        "{1}.intersection_update(it(1))", "{1}.difference_update(it(1))", "{1}.symmetric_difference_update(it(1))", "{Late(2)} == {Late(2)}", "{Late(1), Late(1)}", "{Late(3)} | {Late(3)}", "{Late(3)} & {Late(3)}", "{Late(3)} ^ {Late(3)}", "{Late(3)} <= {Late(3)}", "set([[]])", "frozenset(it(3))", "set(it(1))"]
DICTS = ["{}.get(b)", "{}.setdefault(b, 1)", "b in {}", "b in {1: 2}", "{1: b} == {1: 2}", "{}.update(b)", "{}.update(it(1))", "{}.update([(b, 1)])", "{}.update(Keys())", "{}.update(Keyed())", "dict(it(1))", "dict([(1, 2), b])", "dict([it(1)])", "{}.__setitem__(b, 1)", "{}.__delitem__(b)", "{}.__getitem__(b)",
         "{1: b}.values() == 1 or 2 in {1: b}.values()", "(1, 2) in {1: b}.items()", "(b, 2) in {1: 1}.items()", "{1: 2}.keys() & it(1)", "{1: 2}.keys() | it(1)", "{1: 2}.keys() - it(1)", "{1: 2}.keys() ^ it(1)", "{1: 2} | b", "{}.__ior__(it(1))", "{Late(1): 1, Late(1): 2}", "collections.Counter(it(1))", "collections.Counter([b])", "collections.Counter(b)",
         "collections.defaultdict(bad)[1]", "collections.defaultdict(b)", "dict.fromkeys(it(1))", "dict.fromkeys(b)", "{k: bad() for k in [1]}", "{bad(): 1}", "{1: bad()}", "{b: 1 for _ in [1]}"]
TEXTS = ["','.join(b)", "','.join(it(1, str))", "','.join(['a', b])", "'a'.split(b)", "'a'.replace('a', 'b', b)", "'a'.center(b)", "'a'.find('a', b)", "'a'.startswith('a', b)", "'a'.zfill(b)", "'a'.translate(b)", "str(b, 'ascii')", "b'a'.join(it(1, lambda k: b'x'))", "bytes([1, b])", "bytes(it(1))", "int('1', b)", "int.from_bytes(it(1), 'big')", "(1).to_bytes(b, 'big')",
         "'{a}'.format(a=b)", "'{0.prop}'.format(a)", "'{a.x}'.format(a=a)", "f'{1:{b}}'", "f'{bad()}'", "f'{1!r:{bad()}}'", "eval(b)", "eval('bad()')", "eval('b + 1')", "re.sub('a', bad, 'a')", "re.sub('a', lambda q: bad(), 'aa')", "textwrap.fill('a', b)", "json.dumps(it)", "json.dumps(1, default=bad)", "json.dumps({1, 2}, default=bad)", "json.loads('[1]', object_hook=bad)", "json.loads('{}', object_hook=bad)",
         "pprint.pformat([b])", "pprint.pformat({1: b})", "string.capwords(1)"]
ATTRS = ["a.x", "a.prop", "getattr(a, 'x')", "getattr(a, 'x', 1)", "hasattr(a, 'x')", "hasattr(a, 'prop')", "setattr(a, 'x', 1)", "delattr(a, 'x')", "a.__setattr__('x', 1)", "a.x()", "operator.attrgetter('x')(a)", "operator.attrgetter('prop')(a)", "operator.methodcaller('x')(a)", "operator.itemgetter(0)(b)", "operator.itemgetter(0, 1)(b)", "type('X', (BadMeta,), {})", "BadInit()", "BadNew()",
         "functools.partial(bad)()", "functools.reduce(bad, [1, 2])", "functools.reduce(bad, it(1))", "functools.lru_cache(bad)()", "functools.lru_cache(len)(b)", "functools.cmp_to_key(bad)(1) < functools.cmp_to_key(bad)(2)", "sorted([2, 1], key=functools.cmp_to_key(bad))", "functools.cached_property(bad).func()", "isinstance(1, (int, b)) and issubclass(bool, (b,))", "callable(a.x)", "vars(b).x", "math.sqrt(b)", "math.fsum(it(1))", "math.fsum([b])", "math.prod(it(1))", "math.prod([1, b])", "math.gcd(b)",
         "math.hypot(b)", "math.dist([1], [b])", "math.isclose(1, b)", "math.pow(1, b)", "math.factorial(b)", "math.comb(3, b)", "math.ldexp(1.0, b)", "math.log(b)", "math.log(2, b)"]
TOOLS = ["list(itertools.chain(it(1)))", "list(itertools.chain.from_iterable(it(1, str)))", "list(itertools.chain([1], b))", "list(itertools.islice(it(1), 3))", "list(itertools.islice([1], b))", "list(itertools.accumulate(it(1)))", "list(itertools.accumulate([1, 2], bad))", "list(itertools.accumulate([1, b]))", "list(itertools.combinations(it(1), 1))", "list(itertools.permutations(it(1), 1))", "list(itertools.product(it(1)))", "list(itertools.product([1], it(1)))",
         "list(itertools.zip_longest([1], it(1)))", "list(itertools.takewhile(bad, [1]))", "list(itertools.takewhile(lambda x: b, [1]))", "list(itertools.dropwhile(bad, [1]))", "list(itertools.dropwhile(lambda x: b, [1]))", "list(itertools.groupby([1, 2], bad))", "list(itertools.groupby(it(1)))", "list(itertools.starmap(bad, [(1,)]))", "list(itertools.starmap(len, [b]))", "list(itertools.compress([1], it()))", "list(itertools.compress([1], [b]))", "list(itertools.filterfalse(bad, [1]))",
         "list(itertools.pairwise(it(1)))", "list(itertools.tee(it(1))[0])", "list(itertools.cycle(it(1)))", "heapq.heappush([1], b)", "heapq.heapify([b, 1])", "heapq.nlargest(1, it(1))", "heapq.nsmallest(1, [1, b])", "heapq.heappop([1, b, 2])", "random.choice(b)", "random.choices([1], it(1))", "random.shuffle(b)", "random.choices([1, 2], [b, 1])", "statistics.mean(it(1))", "statistics.median([1, b])", "statistics.mode([b])",
         "list(x for x in it(1))", "[x for x in it(1)]", "{x for x in it(1)}", "{x: x for x in it(1)}", "[bad() for _ in [1]]", "[x for x in [1] if bad()]", "[y for x in [1] for y in it(1)]", "(lambda: (yield bad()))().__next__()", "list((lambda: (yield from it(1)))())", "next(it())", "[*it(1)]", "(*it(1),)", "{*it(1)}", "print(*it(1))", "max(*it(1))", "dict(zip(it(1), it(1)))", "any(it(0))", "all(bad() for _ in [1])", "1 in it(0)", "tuple(it(1)) == 1", "len(list(it(1)))", "sum(it(1))", "min(it(1))", "max(it(1), default=3)", "sorted(it(2))", "set(it(2)) & {1}", "next(map(bad, [1]))", "next(filter(bad, [1]))", "list(map(lambda x, y: 1, [1], it(0)))", "reversed(it())"]
STATEMENTS = ["x, y = it(1)", "x, *y = it(1)", "[x, y] = b", "for x in b: pass", "for x in it(1): pass", "for x in [1]: bad()", "while b: pass", "while bad(): pass", "if b: pass", "assert b", "assert False, bad()", "with b: pass", "with Exit(): pass", "with Exit() as e, b: pass", "x = b; x += 1", "x = b; x *= 2", "x = [1]; x[b] = 2", "x = [1]; x[0] += bad()", "x = {}; x[b] = 1", "del [1][b]", "del b[0]", "b[0] = 1", "a.x = 1", "del a.x", "a.prop += 1", "raise bad()", "raise ValueError('one') from bad()",
              "def f(x=bad()): pass", "def f(x: bad()): pass", "@bad\ndef f(): pass", "@bad\nclass C: pass", "class C(BadMeta): pass", "class C(bad()): pass", "class C:\n    x = bad()", "lambda: bad()\nbad()", "try: bad()\nfinally: pass", "try: bad()\nexcept KeyError: pass", "try: bad()\nexcept ValueError: bad(1)", "try: bad()\nfinally: it().__next__()",
              "import no_such_module", "global q; q = bad()", "x = y = bad()", "x: int = bad()", "print(bad(), end=bad())", "(x := bad())", "return_ = [i for i in range(3) if i == b]", "exec('bad()')", "f'{b}'", "x = yield_ = next(it())", "for i, j in [it(1)]: pass", "for i in range(3):\n    if i == 1: bad()", "x = [1, 2]; x[0:1] = it(1)", "x = {1}; x |= it(1)", "x = {1}; x &= {b}", "x = {}; x |= it(1)", "x = 'a'; x += b", "x = 1; x <<= b", "x = 2; x **= b", "assert b == 1, 'never'"]


def told(v):
    try:
        return repr(v)
    except ValueError as e:
        return f"({e})"


for code in DUNDERS + LISTS + SETS + DICTS + TEXTS + ATTRS + TOOLS:
    try:
        print(code, "->", told(eval(code)))
    except Exception as e:
        print(code, "!!", type(e).__name__, told(e))
for code in STATEMENTS:
    try:
        exec(code)
        print(repr(code), "passed")
    except Exception as e:
        print(repr(code), "!!", type(e).__name__, told(e), "|", told(e.__context__), told(e.__cause__))
