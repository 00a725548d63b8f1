# Which objects are of a runtime protocol: by names of methods, of data, of properties.
import abc
from collections.abc import Iterable, Sized
from typing import ClassVar, Generic, Protocol, TypeVar, runtime_checkable

T = TypeVar("T")


@runtime_checkable
class Counted(Protocol):
    n: int

    def count(self) -> int: ...


@runtime_checkable
class Called(Protocol):
    def count(self) -> int: ...


@runtime_checkable
class Noted(Protocol):
    n: int
    kind: ClassVar[str]


@runtime_checkable
class WithProperty(Protocol):
    @property
    def width(self) -> int: ...


@runtime_checkable
class WithValue(Protocol):
    depth: int = 3

    def go(self): ...


@runtime_checkable
class Both(Counted, WithProperty, Protocol):
    pass


@runtime_checkable
class Generic_(Protocol[T]):
    item: T

    def get(self) -> T: ...


@runtime_checkable
class Of(Sized, Iterable, Protocol):
    def extra(self): ...


class Unchecked(Protocol):
    n: int

    def count(self): ...


class Nothing:
    pass


class InInit:
    def __init__(self):
        self.n = 1
        self.kind = "k"

    def count(self):
        return self.n


class OnClass:
    n = 2
    kind = "k"
    width = 4
    depth = 1

    def count(self):
        return 2

    def go(self):
        return 1


class OnlyAnnotated:
    n: int
    kind: str

    def count(self):
        return 0


class Blocked:
    n = 1
    count = None
    width = None
    item = 1
    get = None


class NoneData:
    n = None
    kind = None
    width = None

    def count(self):
        return 0


class Property:
    @property
    def n(self):
        return 5

    @property
    def width(self):
        return 6

    def count(self):
        return 1


class Raising:
    @property
    def n(self):
        raise AttributeError("gone")

    def count(self):
        return 1


class Wrong:
    n = 1

    @property
    def width(self):
        raise ValueError("wrong")

    def count(self):
        return 1


class ByGetattr:
    def __getattr__(self, name):
        if name in ("n", "count", "kind", "width"):
            return 7
        raise AttributeError(name)


class Explicit(Counted):
    pass


class ExplicitProperty(WithProperty):
    pass


class ExplicitUnchecked(Unchecked):
    pass


class Holder:
    item = 1

    def get(self):
        return 1


class Sequence:
    def __len__(self):
        return 0

    def __iter__(self):
        return iter(())

    def extra(self):
        pass


class Implements(Generic_[int]):
    item = 2


protocols = [Counted, Called, Noted, WithProperty, WithValue, Both, Generic_, Of, Unchecked]
classes = [Nothing, InInit, OnClass, OnlyAnnotated, Blocked, NoneData, Property, Raising, Wrong, ByGetattr, Explicit,
           ExplicitProperty, ExplicitUnchecked, Holder, Sequence, Implements]


def shown(f, *args):
    try:
        return str(f(*args))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


# Classes are asked first: what isinstance finds is kept by CPython.
asked = {(kind, protocol): shown(issubclass, kind, protocol) for kind in classes for protocol in protocols}
for protocol in protocols:
    print(protocol.__name__)
    for kind in classes:
        print("   ", kind.__name__, asked[kind, protocol], "/", shown(lambda: isinstance(kind(), protocol)))
    for thing in (1, "a", [], None, len, Holder):
        print("   ", shown(isinstance, thing, protocol))
    print("   ", shown(issubclass, 1, protocol))
    print("   ", shown(issubclass, protocol, protocol))
    print("   ", protocol is not Of and shown(protocol))

later = Nothing()
print(isinstance(later, Noted))
later.n, later.kind = 1, 2
print(isinstance(later, Noted))
del later.n
print(isinstance(later, Noted), isinstance(later, (int, Noted)), isinstance(later, (Noted, Nothing)))
print(shown(isinstance, later, (Unchecked, Nothing)), shown(isinstance, later, (Nothing, Unchecked)))


class Plain:
    def __init__(self, a, b=2):
        self.a, self.b = a, b


class Mixed(Plain, Called):
    pass


class Mixed2(Called, Plain):
    pass


for kind in (Mixed, Mixed2):
    made = kind(1)
    print(made.a, made.b, isinstance(made, Called), kind.__mro__[1].__name__, shown(kind))


def bad_base():
    class Wrong(Plain, Protocol):
        pass


def bad_decorated():
    @runtime_checkable
    class Wrong(Plain):
        pass


def not_protocol_any_more():
    class Real(Called):
        def count(self):
            return 3
    return Real().count(), Real._is_protocol, Called._is_protocol, isinstance(Real(), Called), issubclass(Real, Called)


class Model(Protocol):
    dim: int
    def forward(self, x): ...

    def twice(self, x):
        return self.forward(self.forward(x))


class Add(Model):
    dim = 1

    def forward(self, x):
        return x + self.dim


class AbstractOne(Protocol):
    @abc.abstractmethod
    def must(self): ...


class Forgets(AbstractOne):
    pass


print(shown(bad_base))
print(shown(bad_decorated))
print(shown(not_protocol_any_more))
print(Add().twice(1), shown(Model), shown(Forgets), shown(AbstractOne))


@runtime_checkable
class Settable(Protocol):
    x: float

    def __init__(self, x: float):
        self.x = x


class Child(Settable):
    def __init__(self):
        super().__init__(2.5)


print(Child().x, Settable(1.0).x, isinstance(Child(), Settable), isinstance(1 + 2j, Settable))


@runtime_checkable
class Closes(Protocol):
    closed: bool

    def close(self): ...


class File:
    __slots__ = ("closed",)

    def close(self):
        self.closed = True


f = File()
print(isinstance(f, Closes))
f.close()
print(isinstance(f, Closes))
