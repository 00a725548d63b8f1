# Dataclasses, enums-free configuration, typing names, functools and itertools.
import itertools
import math
from copy import copy, deepcopy
from dataclasses import asdict, dataclass, field, replace
from functools import partial, reduce
from typing import Any, Callable, Dict, List, Optional, Tuple, Union


@dataclass
class Config:
    """Sizes of a model."""

    d_model: int = 8
    heads: int = 2
    names: List[str] = field(default_factory=list)
    dropout: Optional[float] = None

    def __post_init__(self):
        self.head_dim = self.d_model // self.heads

    @property
    def scale(self) -> float:
        return 1 / math.sqrt(self.head_dim)


@dataclass(frozen=True)
class Point:
    x: float
    y: float = 0.0

    def __add__(self, o: "Point") -> "Point":
        return Point(self.x + o.x, self.y + o.y)


@dataclass(order=True)
class Scored(object):
    score: float
    word: str = field(compare=False, default="?")


a, b = Config(), Config(16, heads=4, names=["q"])
print(a, b, a == Config(), a == b, a.scale, b.head_dim, a.names is Config().names)
a.names.append("k")
print(a, Config(), asdict(b), replace(b, heads=8), replace(b, heads=8).head_dim, Config.__doc__, Config.d_model)
p = Point(1.5) + Point(y=2, x=0)
print(p, p == Point(1.5, 2), hash(p) == hash(Point(1.5, 2)), {p: 1}[Point(1.5, 2.0)])
try:
    p.x = 3
except Exception as e:
    print(type(e).__name__, e)
try:
    Point()
except TypeError as e:
    print(e)
print(sorted([Scored(3, "c"), Scored(1, "a")]), Scored(1) < Scored(2), max(Scored(1), Scored(2, "m")), Scored(1, "x") == Scored(1, "y"))
double = partial(lambda k, x: k * x, 2)
print(double(5), reduce(lambda x, y: x * y, [1, 2, 3, 4]), reduce(lambda x, y: x + y, [[1], [2]], []), partial(max, key=abs)(-5, 3))
print(list(itertools.chain([1], [2, 3])), list(itertools.product("ab", [1, 2])), list(itertools.combinations([1, 2, 3], 2)), list(itertools.accumulate([1, 2, 3])))
print(list(itertools.islice(itertools.count(5), 3)), list(itertools.permutations([1, 2])), list(itertools.repeat(7, 2)), list(itertools.zip_longest("ab", "c")))
inner = [1, [2, 3]]
shallow, deep = copy(inner), deepcopy(inner)
inner[1].append(4)
print(shallow, deep, deepcopy({"a": (1, [2])}), deepcopy(b) == b, deepcopy(b).names is b.names)


def typed(x: Union[int, float], f: Callable[[Any], Any] = str, table: Dict[str, Tuple[int, ...]] = {}) -> "str":
    y: int = 5
    z: List[int]
    return f(x) + str(y) + str(table)


print(typed(1), typed(2.5, f=lambda v: repr(v) + "!"), typed(0, table={"a": (1, 2)}))
