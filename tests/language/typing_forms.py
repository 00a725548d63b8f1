from typing import *
import typing, types
print(Optional[int], Union[int, str, None], list[int], dict[str, tuple[int, ...]], int | None, list[int] | None, "x" if isinstance(3, int | str) else "", Callable[[int, str], bool], Literal["a", 2], Annotated[int, "meta", 3], ClassVar[Dict[str, int]], Type[int], Tuple[()] if False else "", TypeVar("T"), NewType("U", int)(5), Any, Union[int, int], Optional[None])
print(get_origin(Dict[str, int]), get_args(Dict[str, int]), get_origin(Union[int, str]), get_args(Optional[int]), get_origin(list), get_origin(int | str) is types.UnionType, get_args(Callable[[int], str]), get_args(Literal[1, 2]), get_origin(Annotated[int, "x"]) is Annotated)
def f(a: int, b: "Optional[str]" = None, *, c: list[int] | None = None) -> None: ...
print(f.__annotations__, get_type_hints(f))
class A:
    x: int
    y: "list[str]" = []
class B(A):
    z: ClassVar[int] = 3
print(get_type_hints(B), B.__annotations__)
T = TypeVar("T"); K = TypeVar("K", bound=int)
class Stack(Generic[T]):
    def __init__(self): self.items = []
    def push(self, x: T) -> "Stack[T]": self.items.append(x); return self
print(Stack[int], Stack[int]().push(1).items, Stack.push.__annotations__, issubclass(Stack, Generic))
class Pair(Generic[T, K]): pass
print(Pair[int, str], T, K)
class MyList(List[int]): pass
class MyDict(Dict[str, int]):
    def hello(self): return "hi"
print(MyList([1]), MyDict(a=1).hello(), MyDict.__mro__[1])
@runtime_checkable
class HasArea(Protocol):
    def area(self) -> float: ...
class Sq:
    def area(self): return 1.0
print(isinstance(Sq(), HasArea), isinstance(3, HasArea), issubclass(Sq, HasArea))
class NotRuntime(Protocol):
    def q(self): ...
try: isinstance(3, NotRuntime)
except TypeError as e: print(e)
for bad in (lambda: int[3], lambda: Sq[int], lambda: isinstance(1, list[int]), lambda: isinstance([], List[int]), lambda: (int | str)(3), lambda: int | 3, lambda: Union[int, str]()):
    try: print(bad())
    except TypeError as e: print(e)
print(int | str == str | int, hash(int | str) == hash(str | int), (int | str).__args__, list[int] == list[int], list[int].__origin__, list[int]((1, 2)), type(list[int]), type(int | str), int | list[str] | None)
@overload
def g(x: int) -> int: ...
def g(x): return x
print(g(3), cast(int, "x"), TYPE_CHECKING, isinstance([1], List), isinstance({}, Mapping), Self, Final[int])
