# Annotations of all kinds, protocols, data classes, operators.
import torch
import torch.nn as nn
from torch import Tensor
from typing import Protocol, runtime_checkable, Generic, TypeVar, ClassVar, Literal, Sequence, Iterable, Mapping, overload, TYPE_CHECKING, cast, Type, Any, Optional, Union
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from contextlib import nullcontext, suppress
if TYPE_CHECKING:
    from foo import Bar
class Scorer(Protocol):
    def __call__(self, q: Tensor, k: Tensor) -> Tensor: ...
Mode = Literal["dot", "cosine"]
T = TypeVar("T", bound=nn.Module)
class Registry(Generic[T]):
    _items: ClassVar[dict[str, Any]] = {}
    @classmethod
    def register(cls, name: str):
        def deco(fn): cls._items[name] = fn; return fn
        return deco
    @classmethod
    def get(cls, name: str) -> "Scorer": return cls._items[name]
@Registry.register("dot")
def dot(q: Tensor, k: Tensor) -> Tensor: return q @ k.mT
@Registry.register("cosine")
def cosine(q, k): return nn.functional.normalize(q, dim=-1) @ nn.functional.normalize(k, dim=-1).mT
torch.manual_seed(0); q = torch.randn(2, 3)
for n in Registry._items: print(n, Registry.get(n)(q, q))
@dataclass(frozen=True, order=True)
class P:
    a: int
    b: float = 0.5
    c: tuple[int, ...] = (1, 2)
    d: list = field(default_factory=list, repr=False, compare=False)
p = P(1); print(p, p == P(1), p < P(2), hash(p) == hash(P(1)), p.d)
try: p.a = 3
except Exception as e: print(type(e).__name__, e)
@dataclass
class Base: x: int = 1; y: int = 2
@dataclass
class Sub(Base):
    z: str = "s"; t: Optional[Tensor] = None
    scale: float = field(init=False)
    def __post_init__(self): self.scale = self.x ** -0.5
    @classmethod
    def tiny(cls) -> "Sub": return cls(x=4)
print(Sub.tiny(), Sub(t=torch.ones(2)), Sub(3, 4, "q").scale, Sub.__dataclass_fields__.keys())
try: P()
except TypeError as e: print(e)
ns = SimpleNamespace(d_model=8, heads=2); ns.drop = 0.1; print(ns, ns.d_model, vars(ns), ns.__dict__)
with nullcontext(): print("null")
with suppress(KeyError): {}["a"]
with torch.no_grad(), torch.autograd.set_grad_enabled(False): print(torch.is_grad_enabled())
with torch.inference_mode(): print((q * 1).requires_grad)
@torch.no_grad()
def f(x): return nn.Linear(3, 3)(x)
print(f(q).requires_grad)
class Meta(type): pass
class Vec:
    __slots__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
    def __repr__(self): return f"{self.__class__.__name__}({self.x!r}, {self.y!r})"
    def __add__(self, o): return Vec(self.x + o.x, self.y + o.y)
    def __mul__(self, s): return Vec(self.x * s, self.y * s)
    __rmul__ = __mul__
    def __eq__(self, o): return (self.x, self.y) == (o.x, o.y)
    def __hash__(self): return hash((self.x, self.y))
    def __neg__(self): return Vec(-self.x, -self.y)
    def __bool__(self): return bool(self.x or self.y)
    def __lt__(self, o): return self.x < o.x
    def __abs__(self): return (self.x ** 2 + self.y ** 2) ** .5
    def __getattr__(self, n): return f"no {n}"
    def __setitem__(self, k, v): setattr(self, "xy"[k], v)
    def __format__(self, s): return f"<{self.x:{s}}>"
v = Vec(1, 2); v[0] = 5; print(v + v, 3 * v, v == Vec(5, 2), -v, bool(Vec(0, 0)), sorted([Vec(2, 0), Vec(1, 0)]), abs(Vec(3, 4)), v.foo, f"{v:.1f}", {v: 1}[Vec(5, 2)], len({v, Vec(5, 2)}), v != v, min(Vec(3, 1), Vec(2, 9)))
class Countdown:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n <= 0: raise StopIteration
        self.n -= 1; return self.n
print(list(Countdown(3)), sum(Countdown(4)), [*Countdown(2)], dict(enumerate(Countdown(2))), max(Countdown(5)))
it = iter([1, 2]); print(next(it), next(it), next(it, "end"))
def deco(n):
    def wrap(fn):
        def inner(*a, **k): return [fn(*a, **k) for _ in range(n)]
        return inner
    return wrap
@deco(2)
def hi(x="a"): return x
print(hi(), hi("b"), hi.__name__)
def kwonly(a, /, b, *, c=3): return a, b, c
print(kwonly(1, b=2), kwonly(1, 2, c=4))
