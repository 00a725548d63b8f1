# Holds names for annotations. Nothing is checked: a form can be subscripted, joined with |, compared,
# taken apart and printed. NamedTuple and Generic are classes, because programs inherit from them.

import collections
import collections.abc
import re
from collections import Record
from types import GenericAlias, UnionType

_CLASSES = {"List": list, "Dict": dict, "Tuple": tuple, "Set": set, "FrozenSet": frozenset,
            "Type": type, "DefaultDict": collections.defaultdict, "Deque": collections.deque,
            "AbstractSet": collections.abc.Set, "Pattern": re.Pattern, "Match": re.Match}


class _Form:
    """A name such as Optional, perhaps with something in brackets."""

    def __init__(self, text, origin=None, args=()):
        self._text = text
        self.__args__ = args
        if origin is not None:
            self.__origin__ = origin

    def __getitem__(self, item):
        items = item if isinstance(item, tuple) else (item,)
        name = self._text.rpartition(".")[2]
        if name == "Optional":
            return _union(items + (None,))
        if name == "Union":
            return _union(items)
        if name == "Literal":
            return _Form(self._text + "[" + ", ".join([repr(part) for part in items]) + "]", self, items)
        if name == "Annotated":
            text = ", ".join([_shown(items[0])] + [repr(part) for part in items[1:]])
            text = f"{self._text}[{text}]"
            form = _Form(text, items[0], items[:1])
            form.__metadata__ = items[1:]
            return form
        text = self._text + "[" + ", ".join([_shown(part) for part in items]) + "]"
        if name == "Callable" and isinstance(items[0], list):
            items = tuple(items[0]) + items[1:]
        kinds = tuple([type(None) if part is None else part for part in items])
        return _Form(text, _class_of(name) or self, kinds)

    def __call__(self, *args, **kwargs):
        made = getattr(self, "__origin__", None) or _class_of(self._text.rpartition(".")[2])
        if isinstance(made, type) and "Tuple" not in self._text:
            return made(*args, **kwargs)
        raise TypeError("Cannot instantiate " + self._text.partition("[")[0])

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __subclasscheck__(self, kind):
        """What isinstance asks: by the class that the form stands for."""
        if self._text.startswith(("typing.Union[", "typing.Optional[")):
            return issubclass(kind, self.__args__)
        if "[" in self._text:
            raise TypeError("Subscripted generics cannot be used with class and instance checks")
        of = _class_of(self._text.rpartition(".")[2])
        if of is None:
            raise TypeError(f"{self._text} cannot be used with isinstance()")
        return issubclass(kind, of)

    def __eq__(self, other):
        if isinstance(other, _Form) and self._text.startswith(("typing.Union[", "typing.Optional[")):
            return set(self.__args__) == set(other.__args__)
        return isinstance(other, _Form) and self._text == other._text

    def __hash__(self):
        return hash(self._text) if not self.__args__ else hash(frozenset(map(str, self.__args__)))

    def __repr__(self):
        return self._text

    @property
    def __name__(self):
        return self._text.partition("[")[0].rpartition(".")[2].lstrip("~+-")


class _Variable(_Form):
    """A type variable, printed as ~T."""

    def __eq__(self, other):
        return self is other

    def __hash__(self):
        return id(self)


def _class_of(name):
    """The class that List, Iterable and their like stand for, or None."""
    return _CLASSES.get(name) or getattr(collections.abc, name, None) or getattr(collections, name, None)


def _union(items):
    """Each of several once; with None, an Optional."""
    some = []
    for item in items:
        item = type(None) if item is None else item
        inner = item.__args__ if get_origin(item) in (Union, UnionType) else (item,)
        some += [part for part in inner if part not in some]
    if len(some) == 1:
        return some[0]
    parts = [_shown(item) for item in some if item is not type(None)]
    if len(parts) == 1:
        return _Form(f"typing.Optional[{parts[0]}]", Union, tuple(some))
    return _Form("typing.Union[" + ", ".join([_shown(item) for item in some]) + "]", Union, tuple(some))


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
        return part.__qualname__ if module == "builtins" else module + "." + part.__qualname__
    if isinstance(part, str):
        return f"ForwardRef({part!r})"
    return repr(part)


_FORMS = """AbstractSet Annotated Any AsyncContextManager AsyncGenerator AsyncIterable AsyncIterator Awaitable
BinaryIO ByteString Callable ClassVar Collection Concatenate Container ContextManager Coroutine
Counter DefaultDict Deque Dict Final FrozenSet Generator Hashable IO ItemsView Iterable Iterator
KeysView List Literal LiteralString Mapping MappingView Match MutableMapping MutableSequence
MutableSet Never NoReturn NotRequired Optional OrderedDict Pattern Required Reversible Self
Sequence Set Sized SupportsAbs SupportsBytes SupportsComplex SupportsFloat SupportsIndex
SupportsInt SupportsRound TextIO Tuple Type TypeAlias TypeGuard Union Unpack ValuesView"""
for _name in _FORMS.split():
    globals()[_name] = _Form("typing." + _name)

Text = str
TYPE_CHECKING = False


def TypeVar(name, *constraints, bound=None, covariant=False, contravariant=False):
    """A type variable."""
    form = _Variable(("+" if covariant else "-" if contravariant else "~") + name)
    form.__bound__, form.__constraints__ = bound, constraints
    return form


def TypeVarTuple(name):
    """A variable for several types."""
    return _Variable(name)


def ParamSpec(name, **options):
    """A variable for parameters."""
    form = _Variable("~" + name)
    form.args, form.kwargs = _Form(name + ".args"), _Form(name + ".kwargs")
    return form


AnyStr = TypeVar("AnyStr")


class NewType:
    """A name for a kind of value; calling it returns the value unchanged."""

    def __init__(self, name, tp):
        self.__name__ = self.__qualname__ = name
        self.__supertype__ = tp

    def __call__(self, value):
        return value

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        return f"__main__.{self.__name__}"


def ForwardRef(name):
    """An annotation that is still a text."""
    return _Form(f"ForwardRef({name!r})")


def cast(kind, value):
    """The value, unchanged."""
    return value


def overload(function):
    """In the place of a form that is never called: the last definition has no @overload."""
    return _overloaded


def _overloaded(*args, **kwargs):
    raise NotImplementedError(
        "You should not call an overloaded function. A series of @overload-decorated functions "
        "outside a stub module should always be followed by an implementation that is not @overload-ed.")


def final(function):
    """Decorator without effect."""
    return function


no_type_check = final


def runtime_checkable(kind):
    """The class may be asked by isinstance: by the names of its members."""
    if not getattr(kind, "_is_protocol", False):
        raise TypeError(f"@runtime_checkable can be only applied to protocol classes, got {kind!r}")
    kind._is_runtime_protocol = True
    return kind


def dataclass_transform(**options):
    """Decorator without effect."""
    return final


def get_overloads(function):
    """They are not kept."""
    return []


def assert_type(value, kind):
    """The value, unchanged."""
    return value


def assert_never(value):
    """What should never be reached."""
    raise AssertionError(f"Expected code to be unreachable, but got: {value!r}")


def reveal_type(value):
    """The value, unchanged; tells its type on standard error."""
    import sys
    print(f"Runtime type is {type(value).__name__!r}", file=sys.stderr)
    return value


class Generic:
    """Base of generic classes."""

    def __class_getitem__(cls, item):
        return GenericAlias(cls, item)


_NOT_ASKED = """__module__ __qualname__ __doc__ __init__ __new__ __dict__ __slots__ __annotations__ __class_getitem__
__subclasshook__ __init_subclass__ __abstractmethods__ _is_protocol _is_runtime_protocol""".split()


def _wanted(kind):
    """The names that a protocol asks for, and the abstract classes."""
    names, classes = {}, []
    for base in kind.__mro__[:-1]:
        if base in (Protocol, Generic):
            continue
        if "__subclasshook__" in base.__dict__ and "_is_protocol" not in base.__dict__:
            classes.append(base)
            continue
        for name in [*base.__dict__, *base.__dict__.get("__annotations__", {})]:
            if name not in _NOT_ASKED:
                names[name] = callable(getattr(kind, name, None))
    return names, classes


def _defines(kind, name):
    """Whether a class has what a protocol asks for: None stands for nothing."""
    for base in kind.__mro__:
        if name in base.__dict__:
            return base.__dict__[name] is not None
        if name in base.__dict__.get("__annotations__", {}) and base.__dict__.get("_is_protocol"):
            return True
    return False


class Protocol(Generic):
    """Base of protocol classes."""

    _is_protocol = True

    def __init_subclass__(cls, **options):
        cls._is_protocol = Protocol in cls.__bases__
        if not cls._is_protocol:
            return
        for base in cls.__bases__:
            if not (base in (object, Generic) or base.__dict__.get("_is_protocol") or "__subclasshook__" in base.__dict__):
                raise TypeError(f"Protocols can only inherit from other protocols, got {base!r}")
        if cls.__init__ is Protocol.__init__:
            cls.__init__ = _refuse

    @classmethod
    def _decides_(cls, kind, *objects):
        """Whether a class, or an object of it, is of this protocol."""
        if not cls._is_protocol:
            return NotImplemented
        if not getattr(cls, "_is_runtime_protocol", False):
            raise TypeError("Instance and class checks can only be used with @runtime_checkable protocols")
        names, classes = _wanted(cls)
        only_methods = all(names.values())
        if not objects and not only_methods:
            raise TypeError("Protocols with non-method members don't support issubclass()")
        if not all(issubclass(kind, base) for base in classes):
            return NotImplemented
        if only_methods and all(_defines(kind, name) for name in names):
            return True
        for value in objects:
            if all(hasattr(value, name) and (not method or getattr(value, name) is not None)
                   for name, method in names.items()):
                return True
        return NotImplemented


def _refuse(self, *args, **kwargs):
    cls = type(self)
    if cls._is_protocol:
        raise TypeError("Protocols cannot be instantiated")
    for base in cls.__mro__:  # the class that inherits this has perhaps another one behind it
        init = base.__dict__.get("__init__", _refuse)
        if init is not _refuse:
            return init(self, *args, **kwargs)


class NamedTuple(Record):
    """Base of records whose fields are the class's annotations, in order."""

    def __init_subclass__(cls, **options):
        if "_fields" not in cls.__dict__ and Record in cls.__bases__[0].__bases__:
            cls._fields = tuple(cls.__annotations__)
            cls._field_defaults = {name: cls.__dict__[name] for name in cls._fields
                                   if name in cls.__dict__}
            super().__init_subclass__(**options)


class TypedDict(dict):
    """A dictionary whose keys the class names; a call gives a plain dict. TypedDict("Name", {...}) makes such a class."""

    __required_keys__ = __optional_keys__ = frozenset()

    def __new__(cls, *args, total=True, **fields):
        if cls is not TypedDict:
            return dict(*args, **fields)
        made = type(args[0], (TypedDict,), {"__annotations__": dict(args[1] if len(args) > 1 else fields)})
        made._name_keys(total)
        return made

    def __init_subclass__(cls, total=True):
        cls._name_keys(total)

    @classmethod
    def _name_keys(cls, total):
        """Notes which keys there must be and which there may be."""
        own = cls.__dict__.get("__annotations__", {})
        known, base = {}, cls.__mro__[1]
        if base is not TypedDict:
            known.update(base.__annotations__)
        known.update(own)
        cls.__annotations__, cls.__total__ = known, total
        cls.__required_keys__ = base.__required_keys__ | frozenset(own if total else ())
        cls.__optional_keys__ = base.__optional_keys__ | frozenset(() if total else own)


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """The annotations, with texts looked up and None as a type."""
    hints, names = {}, globalns
    if names is None:
        module = __import__("sys").modules.get(getattr(obj, "__module__", "__main__"))
        names = getattr(obj, "__globals__", None) or vars(module)
    for base in reversed(obj.__mro__) if isinstance(obj, type) else [obj]:
        for name, kind in (getattr(base, "__annotations__", None) or {}).items():
            kind = eval(kind, names, localns) if isinstance(kind, str) else kind
            if not include_extras and hasattr(kind, "__metadata__"):
                kind = kind.__origin__
            hints[name] = type(None) if kind is None else kind
    return hints


def get_origin(form):
    """What stands before the brackets."""
    if hasattr(form, "__metadata__"):
        return Annotated
    if isinstance(form, UnionType):
        return UnionType
    return getattr(form, "__origin__", None) if isinstance(form, (_Form, GenericAlias)) else None


def get_args(form):
    """What stands in the brackets."""
    if not isinstance(form, (_Form, GenericAlias, UnionType)):
        return ()
    if hasattr(form, "__metadata__"):
        return form.__args__ + form.__metadata__
    args = form.__args__
    if get_origin(form) is collections.abc.Callable and args and args[0] is not Ellipsis:
        return (list(args[:-1]), args[-1])
    return args
