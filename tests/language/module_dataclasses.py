# dataclasses, and harmless parts of os, sys and warnings.
from dataclasses import *
import dataclasses, warnings, os, sys, logging
from typing import List, ClassVar, Optional
@dataclass
class A:
    x: int
    y: float = 2.0
    z: List[int] = field(default_factory=list)
    h: int = field(default=0, repr=False, compare=False)
    k: ClassVar[int] = 7
    def total(self): return self.x + self.y
a = A(1); print(a, a == A(1), a == A(2), a.total(), asdict(a), astuple(a), replace(a, x=5), [f.name for f in fields(a)], A.k, is_dataclass(a), a != A(1, h=3))
try: A()
except TypeError as e: print(e)
try: A(1, 2, [], 0, 5)
except TypeError as e: print(e)
@dataclass(frozen=True, order=True)
class B:
    a: int
    b: str = 'q'
b = B(1); print(b, hash(b) == hash(B(1)), B(1) < B(2), sorted([B(2), B(1)]), {b: 1}, B(1) <= B(1, 'a'))
try: b.a = 3
except FrozenInstanceError as e: print(type(e).__name__, e)
try: del b.a
except FrozenInstanceError as e: print(type(e).__name__, e)
@dataclass
class C(A):
    w: str = 'w'
    sz: int = field(init=False)
    def __post_init__(self): self.sz = self.x * 2
print(C(3), C(3, w='n').sz, C.__mro__[1].__name__, fields(C)[0].type, fields(C)[1].default)
@dataclass
class I:
    a: int
    s: InitVar[int] = 3
    def __post_init__(self, s): self.a += s
print(I(1), I(1, 5))
@dataclass(eq=False)
class Eq:
    a: int
print(Eq(1) == Eq(1))
@dataclass(kw_only=True)
class K:
    a: int = 1
    b: int
print(K(b=2))
try: K(1, 2)
except TypeError as e: print(e)
try:
    @dataclass
    class Bad:
        a: list = []
except ValueError as e: print(e)
try:
    @dataclass
    class Bad2:
        a: int = 1
        b: int
except TypeError as e: print(e)
@dataclass(slots=True)
class Sl:
    a: int
print(Sl(1))
@dataclass
class Nest:
    inner: A
    ls: list
print(asdict(Nest(A(1), [A(2)]))); print(make_dataclass('MD', [('x', int), ('y', int, field(default=5))])(1))
@dataclass(repr=False)
class NR:
    a: int
    def __repr__(self): return 'NR!'
print(NR(1), NR.__doc__, A.__doc__, MISSING is dataclasses.MISSING, A.__match_args__, A.__annotations__)
print(os.path.join('a', 'b.txt'), os.path.basename('/x/y.z'), os.path.splitext('a.b'), os.environ.get('NOPE', 'd'), os.getenv('NOPE'), os.path.dirname('/a/b'), os.sep, sys.version_info >= (3, 8), sys.version[:4], sys.maxsize, sys.byteorder, sys.getrecursionlimit(), os.path.exists('/nope/x'), os.path.isfile('/nope'))
warnings.filterwarnings('ignore'); warnings.warn('x'); warnings.simplefilter('ignore')
with warnings.catch_warnings():
    warnings.simplefilter('ignore')
print(sys.float_info.max, sys.float_info.epsilon, sys.stdout.write('hi\n'), len(sys.argv))
