# Rare ways of the built-in types and functions, each in one line: values and refusals.
import base64, builtins, functools, inspect, math, operator, pprint, random, re, statistics, string, sys, time, types, typing, itertools, collections
inf, nan = float("inf"), float("nan")
R = range(3, 20, 4)


class Plain:
    pass


class Loud(list):
    def __init__(self, *a): super().__init__(*a); self.said = True


class Prop:
    def _get(self): return 1
    got = property(None, lambda self, v: None)
    both = property(_get)


class Bare:
    def __contains__(self, x): return x == 3
    def __iadd__(self, x): return self


CODES = """
pow(2, 3, 0)
pow(2, -1, 7)
format(1, 2)
format([], "x")
format("a", ">3")
format(Plain, "x")
object.__format__(3, "")
object.__format__(3, 4)
object.__format__("ab", "")
sorted([3, 1], 2)
enumerate()
list(zip([1, 2], [1], strict=True))
min()
min(1)
max([], default=4)
sum("ab")
sum(["a"], "")
divmod(1, 0)
divmod(-7.5, 2)
round(2.5), round(-3.5), round(1234, -2), round(15, -1), round(25, -1)
round(1.5, "a")
abs("a")
chr(-1)
ord("ab")
bin(1.5), 1
hex(-255), oct(8), bin(-5)
int("z", 36), int("0x1f", 16), int("0b11", 0), int("-0o7", 0), int(" 12 "), int("1_000")
int("1__0")
int("", 10)
int("1", 1)
int(1, 2)
int(nan)
int(inf)
int([])
float("1_0.5"), float(" inf "), float("-nan"), float("1e400")
float("a")
float([])
bool([]), bool(Plain())
(10 ** 30).real, (10 ** 30).imag, (10 ** 30).numerator, (10 ** 30).denominator, (5).imag, (2.5).real, True.numerator
(10 ** 30).no_such
type(None)()
type(...)() is ..., type(NotImplemented)() is NotImplemented
hash(R) == hash(range(3, 20, 4)), hash(range(0)) == hash(range(5, 5)), hash(range(3, 4)) == hash(range(3, 9, 7)), R == range(3, 22, 4), R != range(3, 24, 4)
R.start, R.stop, R.step, R.index(7), R.count(7), R.count(8), R.count(7.0), R.count("a"), 7.0 in R, 7.5 in R, "a" in R, 19 in R, 20 in R, -1 in R
R.index(4)
R.no_such
range(1, 2, 0)
range()
range(1.5)
range(1, 2, step=1)
range(10)[::3], range(10)[-2:], range(10)[5:1], range(10)[::-3], range(10)[20:], len(range(9, 0, -2)), list(range(9, 0, -2)), list(reversed(range(0, 7, 3)))
range(3)[3]
slice(1, 2) == slice(1, 2), slice(1, 2) == slice(1, 3), slice(1) != slice(1, None), slice(None, 3, 1) == slice(3), slice(1, 2) == 3
hash(slice(1))
slice(1, 9, 2).indices(5), slice(None, None, -1).indices(5), slice(-20, 20).indices(4)
slice(1, 2, 0).indices(4)
slice()
repr(slice(1, 2)), slice(4).stop
iter([]) is not None, type(iter([])).__name__, type(iter(())).__name__, type(iter({})).__name__, type(iter(R)).__name__
next(iter([]))
next(iter([]), 5)
next([])
iter(3)
reversed({1})
len(3)
[].__len__(), [1].__contains__(1), (1, 2).__contains__(3), {1: 2}.__contains__(1), "abc".__contains__("b"), R.__contains__(3), {1}.__contains__(2)
"abc".__contains__(1)
list([1, 2].__iter__()), [3, 1].__iter__().__next__(), [1].__getitem__(0), {1: 5}.__getitem__(1), "abc".__getitem__(1), (4, 5).__getitem__(-1)
[1].__add__([2]), [1].__mul__(2), (1,).__add__((2,)), [1].__eq__([1]), [1].__lt__([2]), [1].__eq__(3), (3).__add__(4), (3).__add__("a"), "a".__add__("b"), (2).__pow__(3)
[1, 2].__iadd__([3]), 
[1].__iadd__(3)
(3).__neg__(), (-3).__abs__(), (3).__bool__(), (2.5).__int__(), (3).__float__(), (3).__index__()
list.__len__([1, 2]), int.__add__(1, 2), str.upper("a"), dict.get({1: 2}, 1)
list.__len__(3)
list.append()
str.upper()
str.upper(3)
dict.get()
int.__add__(1)
Loud([1, 2]).said, Loud((3,)), Loud() == [], isinstance(Loud(), list)
list(1, 2)
list(a=1)
[1, 2].index(3)
[1, 2].remove(3)
[].pop()
[1].pop(5)
[1].insert("a", 1)
[1, 2, 3].index(3, 0, 2)
[1, 2, 3, 2].index(2, -2), [1, 2, 3].index(3, -1), [1, 2].index(2, 1, 9)
[3, "a"].sort()
[1] + (2,)
[1] * 1.5
(1,) * -1, [1] * 0, 3 * (1, 2), "ab" * 2, "a" * -1
tuple(1)
tuple([1], 2)
(1, 2).index(3)
(1, 2, 1).count(1), (1, 2, 1).index(1, 1)
set(1)
set(1, 2)
set(a=1)
frozenset(1, 2)
frozenset([1]) is not None, frozenset(frozenset([2])), hash(frozenset([1, 2])) == hash(frozenset([2, 1]))
{1, 2}.remove(3)
set().pop()
{1}.pop(1)
{1, 2} <= {1, 2}, {1} < {1, 2}, {1, 2} < {1, 2}, {3} >= set(), {1} > {1}, {1, 2} ^ {2, 3}, {1, 2} - {2}, {1, 2} & {2}
{1} | [2]
{1} < [1, 2]
{1}.union([2], (3,)), {1, 2}.intersection([2], [2, 3]), {1, 2}.difference([2], [1]), {1}.symmetric_difference([1, 2]), {1}.isdisjoint([2]), {1}.issubset([1, 2]), {1, 2}.issuperset([1])
{1}.union(3)
{1}.update(3)
{[1]}
[] in {1}
set.__init__({1, 2}, [5])
set.union()
{1}.copy() is not None, {1, 2}.discard(9), {1}.clear()
{1: 2}.pop(3)
{1: 2}.pop(3, 4), {1: 2}.popitem(), {}.get(1), {}.setdefault(1, 2), dict.fromkeys("ab", 0), dict.fromkeys([1])
{}.popitem()
{}.update(3)
{}.update([(1, 2, 3)])
dict([1])
dict(1)
dict([(1, 2)], a=3), dict(a=1) | {"b": 2}, {1: 2} == {1: 2.0}, {1: 2} != {1: 3}
{1: 2} | [1]
{}[1]
{}[[]]
{1: 2}.keys() & {1}, {1: 2}.keys() | {3}, {1: 2}.keys() - {1}, {1: 2}.items() & {(1, 2)}, (1, 2) in {1: 2}.items(), (1, 3) in {1: 2}.items(), 3 in {1: 2}.items(), 2 in {1: 2}.values(), {1: 2}.keys() == {1}, {1: 2}.keys() <= {1, 3}, {1: 2}.keys().isdisjoint([2])
"abc".find("c", -1), "abc".find("", 3), "abc".find("", 4), "abc".rfind("a", 0, 0), "aXbX".rindex("X"), "abcabc".count("bc", 2), "aaa".count(""), "abc".index("b")
"abc".index("z")
"a,b,,c".split(","), "a,b,,c".split(",", 1), " a  b ".split(), " a  b ".split(None, 1), "a,b".rsplit(",", 1), "a b c".rsplit(None, 1), "".split(), "".split(","), "a".split("ab")
"a".split("")
"a".split(1)
"a".partition("")
"a=b=c".partition("="), "a=b=c".rpartition("="), "abc".partition("z"), "abc".rpartition("z")
"a".join([1])
"a".join(3)
",".join("abc"), "".join([])
"xaxx".strip("x"), " a ".lstrip(), " a ".rstrip(), "abc".strip("ca"), "aaa".strip("a")
"a".strip(1)
"ab".startswith(("x", "a")), "ab".endswith("b", 0, 1), "ab".startswith("b", 1), "ab".startswith("", 3), "ab".startswith("", 2)
"ab".startswith(1)
"ab".startswith((1,))
"abc".replace("b", "xx"), "aaa".replace("a", "b", 2), "abc".replace("", "-"), "abc".replace("", "-", 2), "abc".replace("z", "y"), "aaa".replace("a", "", -1)
"abc".replace("a")
"ab".center(5, "*"), "ab".center(6, "*"), "abc".center(6, "*"), "ab".ljust(4, "."), "ab".rjust(1), "7".zfill(3), "-7".zfill(4), "+".zfill(3), "".zfill(2)
"a".center(3, "ab")
"a".center("b")
"aB".swapcase(), "hELLO wORLD's".title(), "aBC".capitalize(), "ß".upper(), "ÿ".upper(), "µ".upper(), "ς".upper()
"a1".isalnum(), "".isalnum(), "a".isalpha(), "1".isdigit(), "²".isdecimal(), "A".isupper(), "A1".isupper(), "1".isupper(), "a b".istitle(), "A B".istitle(), "aB".islower(), " ".isspace(), "".isspace(), "a1_".isidentifier(), "1a".isidentifier(), "é".isascii(), "\\n".isprintable()
"a\\tbc\\td".expandtabs(4), "a\\tb".expandtabs(0), "\\t".expandtabs(3), "ab\\n\\tc".expandtabs(4)
"a\\nb\\r\\nc\\rd\\n".splitlines(), "a\\nb".splitlines(True), "".splitlines(), "\\n".splitlines()
str.maketrans({"a": "b", "c": None, 100: "xy"}), str.maketrans("ab", "cd"), str.maketrans("ab", "cd", "e"), "abcde".translate(str.maketrans({"a": "b", "c": None, 100: "xy"})), "abe".translate(str.maketrans("ab", "cd", "e"))
str.maketrans({"ab": 1})
str.maketrans("a")
str.maketrans("ab", "c")
"a".translate({97: -1})
"a".translate({97: 1.5})
"abc".removeprefix("a"), "abc".removeprefix("b"), "abc".removesuffix("c"), "abc".removesuffix("abcd")
str(b"a", "utf-8"), str(b"a"), str(), str(3)
str(3, "utf-8")
"é".encode(), "é".encode("latin-1"), "é".encode("ascii", "ignore"), "é".encode("ascii", "replace"), "é".encode("ascii", "backslashreplace"), "€\U0001F600".encode("ascii", "backslashreplace"), "é".encode("ascii", "xmlcharrefreplace")
"é".encode("ascii")
"€".encode("latin-1")
"\U0001F600".encode("ascii")
b"\\xff".decode()
b"\\xff".decode("utf-8", "ignore"), b"a\\xffb".decode("utf-8", "replace"), b"\\xe9".decode("latin-1"), b"\\xff".decode("ascii", "backslashreplace")
bytes("a")
bytes(3), bytes([1, 2]), bytes("é", "utf-8"), bytes(), bytes(b"x")
bytes([256])
bytes(-1)
bytes([1], "utf-8")
bytes(1.5)
b"abc"[1], b"abc"[-1:], b"abc"[::-1], b"a" + b"b", b"ab" * 2, b"b" in b"abc", 98 in b"abc", b"abc".find(b"c"), b"a,b".split(b","), b",".join([b"a", b"b"]), b"abc".hex(), bytes.fromhex("61 62")
b"a" + "a"
300 in b"a"
b"abc"[5]
bytes.fromhex("6")
bytes.fromhex(3)
b"a".join([1])
(5).to_bytes(-1, "big")
(5).to_bytes(1, "middle")
(300).to_bytes(1, "big")
(-1).to_bytes(1, "big")
base64.b64decode("YQ"), 1
base64.b64decode("YWI="), base64.b64encode(b"abcd"), base64.urlsafe_b64encode(b"\\xfb\\xff")
complex(1, 2) / complex(1, -3), complex(1, 2) / complex(3, 1), complex(0, 1) ** 2, abs(complex(3, 4)), complex("1+2j"), complex("-j"), complex("3"), complex("+2.5j"), complex("-1e2-j"), 1j * 1j, complex(1, 2).conjugate(), (1 + 2j).real, (1 + 2j) == (1 + 2j), 1j == 1, complex(2) == 2
complex(1, 2) / 0
0j ** -1
0j ** 1j
complex("1+")
complex("a")
complex("1", 2)
1j < 2j
1j // 1
int(1j)
float(1j)
format(1 + 2j, ".1f"), f"{1j}", str(-0j), repr(complex(nan, inf)), complex(-0.0, -0.0)
math.gcd(), math.gcd(12, 18), math.gcd(0, 0), math.gcd(-4, 6), math.lcm(4, 6), math.lcm(), math.lcm(0, 3), math.comb(5, 2), math.comb(3, 5), math.comb(7, 6), math.perm(5), math.perm(5, 2), math.perm(3, 4), math.factorial(20), math.isqrt(99)
math.comb(-1, 2)
math.comb(1.5, 1)
math.factorial(-1)
math.factorial(2.5)
math.isqrt(-1)
math.gcd(1.5)
math.log(-1)
math.log(0)
math.log(8, 2), math.log2(8), math.log10(1000), math.log1p(0.5), math.exp(1), math.expm1(1e-9)
math.log1p(-1)
math.log1p(-2)
math.exp(1000)
math.sqrt(-1)
math.acos(2)
math.asin(-1.5)
math.atanh(1)
math.acosh(1.5), math.asinh(2), math.sinh(1), math.cosh(1), math.tanh(1)
math.acosh(0.5)
math.cosh(1000)
math.fmod(7, -3), math.fmod(-7, 3), math.remainder(7, 4), math.remainder(6, 4), math.modf(-2.5), math.frexp(10), math.ldexp(0.5, 4), math.copysign(1, -0.0), math.trunc(-2.7), math.floor(-2.5), math.ceil(-2.5), math.fabs(-3)
math.fmod(1, 0)
math.fmod(inf, 1)
math.nextafter(1, 2), math.nextafter(0, -1), math.ulp(1), math.hypot(3, 4, 12), math.hypot(inf, nan), math.hypot(nan, 1), math.hypot(), math.dist([0, 0], [3, 4]), math.fsum([0.1] * 10), math.fsum([inf, 1]), math.fsum([nan]), math.prod([2, 3]), math.prod([], start=5), math.degrees(math.pi), math.radians(180)
math.fsum([inf, -inf])
math.fsum([1e308, 1e308])
math.dist([1], [1, 2])
math.isclose(1, 1 + 1e-10), math.isclose(1, 1.1, rel_tol=0.2), math.isclose(0, 1e-10), math.isclose(0, 1e-10, abs_tol=1e-9), math.isclose(inf, inf), math.isclose(nan, nan), math.isclose(inf, 1)
math.isclose(1, 2, rel_tol=-1)
math.gamma(5), math.lgamma(10), math.erf(0.5), math.erfc(0.5), math.isfinite(inf), math.isnan(nan)
math.gamma(0)
math.gamma(-1)
math.lgamma(-1)
math.gamma(200)
math.floor("a")
math.trunc("a")
math.ceil([])
math.sin("a")
math.sin()
math.pow(2, 0.5), math.pow(0, 0), math.pow(nan, 0), math.pow(1, nan), math.exp2(3), 0
math.pow(0, -1)
math.pow(-1, 0.5)
operator.itemgetter(1)("abc"), operator.itemgetter(0, 2)("abc"), operator.attrgetter("real")(3), operator.attrgetter("real", "imag")(3), operator.methodcaller("upper")("a"), repr(operator.itemgetter(1, "a")), repr(operator.attrgetter("a.b"))
operator.itemgetter()
operator.attrgetter(1)
operator.attrgetter("no_such")(3)
operator.add(1, 2), operator.truediv(1, 2), operator.contains([1], 1), operator.not_(0), operator.is_(None, None), operator.countOf([1, 1], 1), operator.indexOf([4, 5], 5), operator.getitem([3], 0), operator.neg(1), operator.xor(5, 1), operator.concat([1], [2]), operator.index(3), operator.truth([]), operator.mod(7, 3)
operator.setitem([], 0, 1)
operator.delitem({}, 1)
(lambda l: (operator.setitem(l, 0, 9), l, operator.delitem(l, 1), l))([1, 2, 3])
operator.index(1.5)
inspect.signature(lambda a, /, b, *, c=1, **k: 0), inspect.signature(lambda *a, b: 0), inspect.signature(lambda a, b=2, *c: 0), inspect.signature(lambda a, /: 0), inspect.signature(lambda *, a: 0)
random.Random(1.5).random(), random.Random(True).random(), random.Random(-3).random(), random.Random(0).getrandbits(40), random.Random(2).choice("abc"), random.Random(2).sample(range(5), 3), random.Random(3).uniform(1, 2), random.Random(1).randrange(0, 10, 3), random.Random(0).shuffle([])
random.Random(0).getrandbits(0), random.Random(0).randint(3, 3), random.Random(5).gauss(0, 1), random.Random(5).choices([1, 2, 3], [0, 0, 1], k=2), random.Random(5).expovariate(2), 1
random.getrandbits(-1)
random.randint(3, 2)
random.randrange(0)
random.choice([])
random.sample([1], 2)
random.choices([], k=1)
random.choices([1], [0])
random.choices([1, 2], [1])
functools.reduce(lambda a, b: a + b, [])
functools.reduce(lambda a, b: a + b, [], 5), functools.reduce(lambda a, b: a * b, [2, 3], 4), functools.partial(pow, 2)(3), functools.partial(int, base=2)("11")
itertools.islice([1], -1)
list(itertools.islice(range(9), 1, 7, 2)), list(itertools.islice(range(9), 3)), list(itertools.accumulate([1, 2, 3])), list(itertools.accumulate([1, 2], initial=5)), list(itertools.chain("ab", [1])), list(itertools.combinations("abc", 2)), list(itertools.permutations([1, 2, 3], 2)), list(itertools.product([1, 2], repeat=2)), list(itertools.repeat(1, 2)), list(itertools.zip_longest([1], [2, 3], fillvalue=0)), list(itertools.takewhile(lambda x: x < 2, [1, 2, 1])), list(itertools.dropwhile(lambda x: x < 2, [1, 2, 1])), [(k, list(g)) for k, g in itertools.groupby("aab")], list(itertools.pairwise([1, 2, 3])), list(itertools.starmap(pow, [(2, 3)])), list(itertools.compress("abc", [1, 0, 1])), list(itertools.combinations_with_replacement("ab", 2)), list(itertools.filterfalse(None, [0, 1]))
list(itertools.combinations("ab", 3)), list(itertools.permutations([], 0)), list(itertools.product()), list(itertools.count(2.5, 0.5).__next__() for _ in range(1))
isinstance(1, (int, str)), isinstance(1, int | str), isinstance(None, int | None), issubclass(bool, int), issubclass(int, (str, object))
isinstance(1, 2)
issubclass(1, int)
isinstance(1, list[int])
callable(len), callable(3), callable(Plain), id(3) == id(3), hash("a") == hash("a"), hash(1) == hash(1.0) == hash(True), hash(-1) == hash(-2), hash(inf), hash(2 ** 61 - 1), hash(0.5)
hash([])
hash({})
getattr(3, "x")
getattr(3, "x", 5), hasattr(3, "real"), hasattr(3, "x")
getattr(3, 4)
setattr(3, "x", 1)
setattr(Plain(), 3, 1)
delattr(Plain(), "x")
object.__setattr__(Plain(), 3, 4)
object(1)
object.__new__(3)
Plain(1)
Prop().both
setattr(Prop(), "both", 1)
delattr(Prop(), "got")
Prop.got.fget, Prop.both.fset, Prop.both.fdel, Prop.got.fset is not None
len(type)
iter(int)
int[3]
type("X", (int, bool), {})
type(1, 2)
type("X", (Plain,), {"a": 1})().a, type("X", (), {}).__name__, type(3) is int
super(int, "a")
super().x
vars(3)
"append" in dir([]), dir(Prop())[-3:], "pi" in dir(math), Plain().__dir__()[:0], sorted(x for x in object.__dir__(Prop()) if x[0] != "_")
exec("x = (")
eval("1 +")
eval("1", 3)
eval("a", {"a": 5}), eval("a + b", {"a": 1}, {"b": 2}), eval(compile("1 + 1", "f", "eval")), exec("y = 1")
exec("1", {}, 3)
compile("1", "f", "wrong")
compile(1, "f", "eval")
eval(3)
exec("yield 1")
print(1, sep=3)
print(1, end=3)
print(1, file=3)
sys.stdout.write(3)
time.sleep(-1)
pprint.pformat([len, Plain, print]), pprint.pformat({3: [1] * 40}), pprint.pformat([[1, [2, [3]]]], depth=2), pprint.pformat({"b": 1, "a": 2}), pprint.pformat({"b": 1, "a": 2}, sort_dicts=False), pprint.pformat(("x" * 50, "y" * 50)), pprint.pformat({1, 3, 2}), pprint.pformat("a b " * 30), pprint.pformat((1,)), pprint.pformat([])
pprint.pformat({"a", 1}) in ("{1, 'a'}", "{'a', 1}"), pprint.pformat(types.SimpleNamespace(a=1)), pprint.pformat(collections.OrderedDict(a=1)), pprint.pformat(collections.deque([1, 2])), pprint.pformat(collections.Counter("aab"))
typing.List[int], typing.Optional[int], typing.Union[int, str, None], typing.Callable[[int], str], typing.Dict[str, typing.List[int]], list[int], dict[str, int], typing.Tuple[int, ...], typing.Callable[..., int], typing.Literal["a", 1], int | None, typing.Any, list[int].__origin__, typing.get_args(dict[str, int]), typing.get_origin(list[int])
list[int] == list[int], hash(list[int]) == hash(list[int]), list[int] != list[str], tuple[()], type[int]
re.compile("(")
re.compile("a").match(3)
statistics.mean([])
statistics.median([])
statistics.mode([])
statistics.mean([1, 2]), statistics.median([1, 2, 3, 4]), statistics.stdev([1, 2, 3]), statistics.pvariance([1, 2]), statistics.mode("aab")
string.capwords("ab cd")
"%s %r %d %5.2f %x %e %%" % ("a", "b", 3, 2.5, 255, 12345.678), "%(a)s" % {"a": 1}, "%-5d|" % 3, "%+d" % 3, "%05d" % -3, "%c" % 65, "%c" % "a", "%5s|%-5s|" % ("a", "b"), "%.2s" % "abc", "%#x" % 255, "%g" % 1e-5, "%i" % 3.7, "% d" % 4, "%*d" % (5, 3), "%.3g" % 0.00012345
"%d" % "a"
"%s %s" % "a"
"%s" % (1, 2)
"%z" % 1
"%" % 1
"%(a)s" % {}
"%(a)s" % 3
"%c" % "ab"
"%x" % 1.5
"{} {}".format(1)
"{a}".format()
"{0} {}".format(1)
"{} {0}".format(1)
"{".format()
"}".format()
"{!z}".format(1)
"{:z}".format("a")
"{0[a]} {1.real} {2[0]} {0[b][1]}".format({"a": 1, "b": [2, 3]}, 4, "x"), "{:>{}}".format("a", 4), "{!r:>5}".format("a"), "{{}}".format(), "{:,} {:_} {:e} {:%} {:b} {:#o} {:c} {:n}".format(12345, 12345, 1.5, 0.25, 5, 8, 97, 7)
"{0[z]}".format({})
"{0.z}".format(3)
f"{3:d} {3.0:g} {3:+} {-3: } {3:<4}| {3:^5}| {3:=+5} {1e10:g} {1e-7} {123456789.0:,} {0.1 + 0.2} {1e16} {1e22:.0f} {2.5:.0f} {3.5:.0f} {nan:5}| {inf:+} {-0.0} {True:d} {'a':*^5} {'abc':.2} {1234.5678:010.2f} {10 ** 30:,} {255:#x} {255:#06X} {-255:x}"
format(1.5, "d")
format("a", "d")
format("a", "=5")
format("a", ",")
format(3, ".2d")
format(3, "c"), format(3.7, "n"), format(True), format(None)
format(3, "q")
format(-1, "c")
format([], ">5")
format(1.0, ".0e"), format(123.456, ".3"), format(0.0001, "g"), format(0.00001, "g"), format(1e100, "f")[:5], format(1.0, "#.0f"), format(12.0, "g"), format(12.0, "#g"), format(1e15, ""), format(1e16, "")
1 < "a"
[] < {}
None + 1
-"a"
~1.5
"a" - 1
1 @ 2
{} * 2
3()
(3)[0]
None.x
1 << -1
1 << 70, -5 >> 1, 5 >> 100, 2 ** -1, 0 ** 0, (-2) ** 3, (-8) ** 2, 7 // -2, 7 % -3, -7 // 2, -7 % 3, 7.5 // 2, -7.5 % 2, 5 & -2, 5 | -8, 5 ^ -1, 10 ** 20 // 7, -10 ** 20 % 7, 10 ** 20 & 2 ** 65 - 1
0 ** -1
0.0 ** -1
1 / 0
1.5 // 0
1 % 0
1.5 % 0
10 ** 20 // 0
(-8) ** 0.5, 2 ** 0.5, inf - inf, inf * 0, 1e308 * 10
2.0 ** 10000
3 in 4
3 in "abc"
Bare() is not None, 3 in Bare(), 4 in Bare()
iter(Bare())
len(Bare())
[1, 2, 3][1.5]
[1, 2, 3]["a"]
[1][::0]
"abc"["a"]
(1, 2)[5]
"abc"[5]
[1, 2, 3, 4][::-2], [1, 2, 3][5:], [1, 2, 3][-2:], "abcdef"[4:1:-1], (1, 2, 3)[::2], [1, 2, 3][:-1], "abc"[-5:2], [1, 2][None:None]
(lambda l: (l.__setitem__(slice(1, 3), [9]), l))([1, 2, 3, 4])
(lambda l: (l.__setitem__(slice(None, None, 2), [7, 8]), l))([1, 2, 3, 4])
(lambda l: (l.__setitem__(slice(None, None, -1), [7, 8]), l))([1, 2])
(lambda l: (l.__delitem__(slice(None, None, -2)), l))([1, 2, 3, 4, 5])
(lambda l: (l.__delitem__(slice(3, 0, -2)), l))([1, 2, 3, 4, 5])
(lambda l: l.__setitem__(slice(None, None, 2), [7]))([1, 2, 3, 4])
(lambda l: l.__setitem__(slice(0, 1), 3))([1])
(lambda l: l.__setitem__(5, 3))([1])
(lambda l: l.__delitem__(5))([1])
(lambda a, b: 0)(1)
(lambda a: 0)(1, 2)
(lambda a: 0)(b=1)
(lambda a: 0)(1, a=2)
(lambda *, a: 0)()
(lambda a, /: 0)(a=1)
(lambda **k: k)(**{"a": 1}, b=2), (lambda *a: a)(*"ab", *[1])
(lambda **k: k)(**{1: 2})
(lambda **k: k)(**3)
(lambda *a: a)(*3)
(lambda **k: k)(**{"a": 1}, **{"a": 2})
len(1, 2)
len()
len(obj=[])
sorted([1], wrong=1)
int("1", bas=2)
"a".split(wrong=1)
[].append(1, 2)
{}.get()
[].sort(key=3)
[1].sort(key=3)
[2, 1].sort(reverse="a")
[c for c in range(40) if re.fullmatch("a" + chr(c) + "b", "ab", re.X)], [c for c in (0x85, 0xa0, 0x2003) if re.fullmatch("a" + chr(c) + "b", "ab", re.X)]
[c for c in range(128) if re.fullmatch("\\\\s", chr(c))], [c for c in range(128) if re.fullmatch("\\\\w", chr(c), re.A)] == [c for c in range(128) if chr(c).isalnum() or c == 95], [c for c in range(128) if re.fullmatch("[^\\\\S]", chr(c))]
[c for c in range(128) if re.escape(chr(c)) != chr(c)], re.findall("a#b\\n c", "ac", re.X), re.findall("a[ #]b", "a b a#b", re.X), re.findall("a\\\\ b", "a b", re.X), re.findall("(?x) a b # c", "ab"), re.findall("(?i:A)b", "ab aB")
[c for c in range(128) if not chr(c).isprintable()], [c for c in range(128) if len(repr(chr(c))) != 3]
[c for c in range(256) if chr(c).isspace()], [c for c in range(256) if len(("a" + chr(c) + "b").split()) > 1], [c for c in range(256) if len(("a" + chr(c) + "b").splitlines()) > 1], "a\\u2028b\\u2029\\u2027c\\r\\nd\\r\\r\\n".splitlines(True)
[c for c in range(256) if chr(c).strip() == ""], [c for c in range(128) if chr(c).upper() != chr(c)], [c for c in range(128) if chr(c).lower() != chr(c)]
""".strip().splitlines()
for code in CODES:
    try:
        print(code[:60], "->", eval(code))
    except BaseException as e:
        print(code[:60], "!!", type(e).__name__, e)
