# Names for annotations. Nothing is checked: a form can be subscripted, joined with | and printed,
# that is all. NamedTuple and Generic are classes, because programs inherit from them.

from collections import Record


class _Form:
    """A name such as Optional, perhaps with something in brackets."""

    def __init__(self, text):
        self._text = text

    def __getitem__(self, item):
        items = item if isinstance(item, tuple) else (item,)
        if self._text in ("typing.Union", "typing.Optional"):
            return _union(items if self._text == "typing.Union" else items + (None,))
        if self._text == "typing.Literal":
            return _Form(self._text + "[" + ", ".join([repr(part) for part in items]) + "]")
        return _Form(self._text + "[" + ", ".join([_shown(part) for part in items]) + "]")

    def __call__(self, *args, **kwargs):
        raise TypeError(f"Cannot instantiate {self._text}")

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __subclasscheck__(self, kind):
        """What isinstance asks: by the class that the form stands for."""
        if "[" in self._text:
            raise TypeError("Subscripted generics cannot be used with class and instance checks")
        name = self._text.rpartition(".")[2]
        builtin = {"List": list, "Dict": dict, "Tuple": tuple, "Set": set, "FrozenSet": frozenset,
                   "Type": type}
        import collections.abc
        of = builtin.get(name) or getattr(collections, name, None) or getattr(collections.abc, name, None)
        if of is None:
            raise TypeError(f"{self._text} cannot be used with isinstance()")
        return issubclass(kind, of)

    def __eq__(self, other):
        return isinstance(other, _Form) and self._text == other._text

    def __hash__(self):
        return hash(self._text)

    def __repr__(self):
        return self._text


def _union(items):
    """Each of several once; with None, an Optional."""
    some = []
    for item in items:
        if item is not None and item is not type(None) and item not in some:
            some.append(item)
    parts = [_shown(item) for item in some]
    if len(some) == len(items):
        return some[0] if len(some) == 1 else _Form("typing.Union[" + ", ".join(parts) + "]")
    if len(some) == 1:
        return _Form(f"typing.Optional[{parts[0]}]")
    return _Form("typing.Union[" + ", ".join(parts + ["NoneType"]) + "]")


def _shown(part):
    """How a part of a subscript is printed: classes by name, the rest as it is."""
    if part is Ellipsis:
        return "..."
    if part is None:
        return "NoneType"
    if isinstance(part, list):
        return "[" + ", ".join([_shown(inner) for inner in part]) + "]"
    if isinstance(part, type):
        module = getattr(part, "__module__", "builtins")
        return part.__name__ if module == "builtins" else module + "." + part.__name__
    return repr(part)


Any = _Form("typing.Any")
Annotated = _Form("typing.Annotated")
AnyStr = _Form("~AnyStr")
Awaitable = _Form("typing.Awaitable")
BinaryIO = _Form("typing.BinaryIO")
IO = _Form("typing.IO")
TextIO = _Form("typing.TextIO")
AbstractSet = _Form("typing.AbstractSet")
Container = _Form("typing.Container")
Reversible = _Form("typing.Reversible")
MutableSequence = _Form("typing.MutableSequence")
MutableSet = _Form("typing.MutableSet")
KeysView = _Form("typing.KeysView")
ValuesView = _Form("typing.ValuesView")
ItemsView = _Form("typing.ItemsView")
Concatenate = _Form("typing.Concatenate")
SupportsFloat = _Form("typing.SupportsFloat")
SupportsInt = _Form("typing.SupportsInt")
SupportsIndex = _Form("typing.SupportsIndex")
Counter = _Form("typing.Counter")
ChainMap = _Form("typing.ChainMap")
LiteralString = _Form("typing.LiteralString")
Never = _Form("typing.Never")
TypeGuard = _Form("typing.TypeGuard")
Required = _Form("typing.Required")
NotRequired = _Form("typing.NotRequired")
Pattern = _Form("typing.Pattern")
Match = _Form("typing.Match")
Callable = _Form("typing.Callable")
ClassVar = _Form("typing.ClassVar")
Collection = _Form("typing.Collection")
DefaultDict = _Form("typing.DefaultDict")
Deque = _Form("typing.Deque")
Dict = _Form("typing.Dict")
Final = _Form("typing.Final")
FrozenSet = _Form("typing.FrozenSet")
Generator = _Form("typing.Generator")
Hashable = _Form("typing.Hashable")
Iterable = _Form("typing.Iterable")
Iterator = _Form("typing.Iterator")
List = _Form("typing.List")
Literal = _Form("typing.Literal")
Mapping = _Form("typing.Mapping")
MutableMapping = _Form("typing.MutableMapping")
NoReturn = _Form("typing.NoReturn")
Optional = _Form("typing.Optional")
OrderedDict = _Form("typing.OrderedDict")
Self = _Form("typing.Self")
Sequence = _Form("typing.Sequence")
Set = _Form("typing.Set")
Sized = _Form("typing.Sized")
Text = str
Tuple = _Form("typing.Tuple")
Type = _Form("typing.Type")
TypeAlias = _Form("typing.TypeAlias")
Union = _Form("typing.Union")
TYPE_CHECKING = False


def TypeVar(name, *constraints, bound=None, covariant=False, contravariant=False):
    """A type variable, printed as ~T."""
    return _Form(("+" if covariant else "-" if contravariant else "~") + name)


def NewType(name, kind):
    """A name for a kind of value; calling it returns the value unchanged."""
    return lambda value: value


def cast(kind, value):
    """The value, unchanged."""
    return value


def overload(function):
    """Decorator without effect."""
    return function


final = overload
no_type_check = overload
runtime_checkable = overload


class Generic:
    """Base of generic classes; the type variables are not kept."""

    @classmethod
    def __class_getitem__(cls, item):
        return cls


class Protocol(Generic):
    """Base of protocol classes; nothing is checked."""


class NamedTuple(Record):
    """Base of records whose fields are the class's annotations, in order."""

    def __init_subclass__(cls, **options):
        if "_fields" not in cls.__dict__ and Record in cls.__bases__[0].__bases__:
            cls._fields = tuple(cls.__annotations__)
            cls._field_defaults = {name: cls.__dict__[name] for name in cls._fields
                                   if name in cls.__dict__}
            super().__init_subclass__(**options)


class TypedDict(dict):
    """Base of dictionaries whose keys are known; nothing is checked."""

    def __init_subclass__(cls, total=True):
        """Takes `total`."""


def ParamSpec(name, **options):
    """A variable for parameters."""
    return _Form("~" + name)


def get_type_hints(obj, *args, **options):
    """The annotations."""
    return dict(obj.__annotations__)


def get_origin(form):
    """What stands before the brackets: not kept."""
    return None


def get_args(form):
    """What stands in the brackets: not kept."""
    return ()
