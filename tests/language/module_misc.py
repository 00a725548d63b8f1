# types, abc, typing, contextlib, io, and imports that fail.
import statistics as st, math, types, abc, contextlib, random
n = types.SimpleNamespace(a=1, b='x'); n.c = [1]; print(n, n.a, n == types.SimpleNamespace(a=1, b='x', c=[1]), vars(n))
class Base(abc.ABC):
    @abc.abstractmethod
    def f(self): ...
    @property
    @abc.abstractmethod
    def p(self): ...
try: Base()
except TypeError as e: print(e)
with contextlib.suppress(ValueError, KeyError): int('a')
with contextlib.nullcontext(5) as x: print(x)
import statistics as st, math, types, abc, contextlib, random
import abc, copy, warnings, types, operator, heapq, pprint
from typing import *
from collections import *
from collections.abc import Iterable, Mapping, Callable as C2, Sequence, Iterator, Hashable
print(isinstance([], Iterable), isinstance({}, Mapping), isinstance(print, C2), isinstance((), Sequence), isinstance(iter([]), Iterator), isinstance('a', Sequence), isinstance(3, Iterable), isinstance({1}, Iterable))
print(Iterator, List, ClassVar[int], Final, Type[int], Sequence[int] if 0 else '', Iterable if 0 else '', NoReturn, Set[int], FrozenSet[str], DefaultDict[str, int], Generator[int, None, None], Optional[List[int]], Union[int, None], Union[int, str, None], Literal[1, 'a'], Annotated[int, 'x'], get_type_hints if 0 else '', TYPE_CHECKING, AnyStr, Callable[..., int], Callable[[], None])
def f(x: 'int', y: list[str] = None) -> Optional[int]: pass
print(f.__annotations__['x'], f.__annotations__['return'])
from types import SimpleNamespace, MappingProxyType, FunctionType, MethodType
print(isinstance(f, FunctionType), MethodType, types.ModuleType)
print(MappingProxyType({'a': 1}))
class S(abc.ABC):
    @abc.abstractmethod
    def m(self): pass
class T(S):
    def m(self): return 1
print(T().m(), issubclass(T, S))
h = []
for p in [(3, 'c'), (1, 'a'), (2, 'b')]: heapq.heappush(h, p)
print([heapq.heappop(h) for _ in range(3)])
x = copy.copy({'a': [1]}); print(x, copy.deepcopy((1, [2])), copy.copy(deque([1])), copy.deepcopy(defaultdict(list, a=[1])), copy.deepcopy(Counter('aab')), copy.copy(OrderedDict(a=1)))
P = namedtuple('P', 'x y'); print(copy.copy(P(1, 2)), copy.deepcopy(P([1], 2)), sorted([P(2, 1), P(1, 5)]), {P(1, 2): 3}[1, 2], P(1, 2) < P(1, 3), max([P(1, 2), P(3, 0)], key=lambda p: p.y), P(*[1, 2]), P(**{'x': 1, 'y': 2}), str(P(1, 'a')), '%s-%s' % P(1, 2), isinstance(P(1, 2), P), P.x, P._fields)if 0 else 0
print(copy.deepcopy(P([1], 2)), sorted([P(2, 1), P(1, 5)]), {P(1, 2): 3}[1, 2], [*map(sum, [P(1, 2)])], P(1,2).count(1), P(1,2).index(2), P(1,2)[-1], P(1,2)[:1], type(P(1,2)[:1]))
for x, y in [P(1, 2), P(3, 4)]: print(x + y, end=' ')
print()
import os, sys, math, platform, gc, inspect, textwrap, string
print(os.environ.get('HOME_X', 'none'), os.path.splitext('a/b.tar.gz'), os.path.exists('nothing'), sys.version_info[:2], sys.version_info.major, gc.collect() >= 0, string.ascii_uppercase[:3])
warnings.filterwarnings('ignore', category=UserWarning); warnings.warn('x', UserWarning)
try: import nonexistent_module
except ImportError as e: print(type(e).__name__, e)
try: from collections import nope
except ImportError as e: print(str(e)[:40])
class A:
    reg = []
    def __init_subclass__(cls, tag=None, **kw):
        super().__init_subclass__(**kw)
        A.reg.append((cls.__name__, tag))
class B(A, tag=1): pass
class C(B):
    def __init_subclass__(cls, **kw):
        super().__init_subclass__(**kw); print('C sub', cls.__name__)
class D(C, tag=4): pass
print(A.reg)
class G:
    def __class_getitem__(cls, k): return (cls.__name__, k)
print(G[int], G['a'])
