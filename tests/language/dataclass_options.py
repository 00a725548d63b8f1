from dataclasses import dataclass, field, asdict, astuple, replace, fields, is_dataclass, FrozenInstanceError, KW_ONLY, InitVar
from typing import List, Optional, ClassVar
@dataclass
class Point:
    x: float
    y: float = 0.0
    def norm(self) -> float: return (self.x**2 + self.y**2) ** 0.5
@dataclass(order=True)
class Item:
    sort_index: float = field(init=False, repr=False)
    name: str = "item"
    price: float = 1.0
    tags: List[str] = field(default_factory=list, compare=False)
    total: ClassVar[int] = 3
    def __post_init__(self): self.sort_index = self.price
@dataclass(frozen=True)
class Frozen:
    a: int
    b: str = "x"
@dataclass
class Outer:
    p: Point
    items: List[Item]
    m: dict = field(default_factory=dict)
@dataclass
class K:
    a: int
    _: KW_ONLY
    b: int = 2
@dataclass
class IV:
    x: int
    scale: InitVar[int] = 2
    y: int = field(init=False)
    def __post_init__(self, scale): self.y = self.x * scale
print(Point(1), Point(3, 4).norm(), Point(1) == Point(1, 0.0), Point(1) == (1, 0.0))
a, b = Item("a", 3), Item("b", 2)
print(a, a > b, sorted([a, b]), a.tags is b.tags)
f = Frozen(1)
print(f, hash(f) == hash(Frozen(1)), {f: 1}[Frozen(1, "x")])
try:
    f.a = 2
except FrozenInstanceError as e:
    print(type(e).__name__, e)
try: del f.a
except FrozenInstanceError as e: print(e)
o = Outer(Point(1, 2), [a])
print(asdict(o)); print(astuple(o)); print(replace(o.p, y=9)); print(o)
print([(x.name, x.type) for x in fields(Point)], is_dataclass(o), is_dataclass(Outer), is_dataclass(3))
print(K(1, b=5), IV(3), IV(3, 5))
for bad in (lambda: K(1, 2), lambda: Point(), lambda: Point(1, 2, 3), lambda: Point(z=3), lambda: hash(Point(1)), lambda: Point(1) < Point(2)):
    try:
        bad()
    except TypeError as e:
        print(e)
print(Point.__match_args__, Point.__annotations__)
try:
    @dataclass
    class Bad:
        x: list = []
except ValueError as e: print(e)
try:
    @dataclass
    class Bad2:
        x: int = 0
        y: int
except TypeError as e: print(e)
from dataclasses import dataclass, field, make_dataclass, asdict
from typing import Any
@dataclass
class Base:
    name: str
    id: int = 0
@dataclass
class Child(Base):
    extra: str = "e"
    def __str__(self): return f"Child<{self.name}>"
@dataclass(eq=False)
class NoEq:
    x: int
@dataclass(repr=False)
class NoRepr:
    x: int = 1
@dataclass(slots=True)
class S:
    x: int
    y: int = 2
@dataclass(kw_only=True)
class KO:
    a: int
    b: int = 3
@dataclass(unsafe_hash=True)
class UH:
    a: int
print(Child("n", 1, "q"), repr(Child("n")), str(Child("n")))
print(NoEq(1) == NoEq(1), hasattr(NoRepr, '__repr__'))
print(S(1), KO(a=1), hash(UH(1)) == hash((1,)))
C = make_dataclass("C", ["x", ("y", int), ("z", int, field(default=5))])
print(C(1, 2), asdict(C(1, 2)))
try:
    S(1).q = 3
except AttributeError as e:
    print(e)
@dataclass
class Config:
    n_layers: int = 12
    d_model: int = 768
    dropout: float = 0.1
    bias: bool = True
    extra: dict = field(default_factory=lambda: {"a": 1})
    heads: list = field(default_factory=lambda: [1, 2], repr=False)
    hidden: Any = field(default=None, metadata={"help": "none"})
    @property
    def head_dim(self): return self.d_model // 12
c = Config(d_model=1024)
print(c, c.head_dim, Config.__dataclass_fields__['hidden'].metadata['help'])
print(list(Config.__dataclass_fields__))
for k, v in vars(c).items(): print(f"{k:>10} = {v}")
import inspect
print(inspect.signature(Config))
print(Config.__doc__)
KO(1)
