# Makes classes that are mostly fields. The decorator reads the class's annotations in order and adds
# __init__, __repr__, __eq__ and, on request, ordering or write protection; a base class's fields come first.

import copy
from inspect import signature
from types import MappingProxyType


class _Missing:
    """Stands for a default that was not given."""

    def __repr__(self):
        return "MISSING"


MISSING = _Missing()


class FrozenInstanceError(AttributeError):
    """Raised when a field of a frozen instance is assigned or deleted."""


class _Factory:
    """Stands for a default that is made at each call."""

    def __repr__(self):
        return "<factory>"


_FACTORY = _Factory()


class KW_ONLY:
    """As an annotation: the fields below are given by name only."""


class Field:
    """What is known about one field."""

    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = MappingProxyType(metadata or {})
        self.kw_only = kw_only

    def __repr__(self):
        shown = ["name", "type", "default", "default_factory", "init", "repr", "hash", "compare",
                 "metadata", "kw_only"]
        return "Field(" + ",".join([f"{name}={getattr(self, name)!r}" for name in shown]) + ",_field_type=_FIELD)"


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None,
          compare=True, metadata=None, kw_only=MISSING):
    """Options of one field, written where its default would stand."""
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def dataclass(cls=None, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False,
              frozen=False, match_args=True, kw_only=False, slots=False, weakref_slot=False):
    """Class decorator, with or without options in brackets."""
    def decorate(kind):
        """Add the methods to one class."""
        kind.__dataclass_fields__ = _collect(kind, kw_only)
        kind.__dataclass_params__ = _Params(init, repr, eq, order, unsafe_hash, frozen)
        added = {}
        for base in kind.__mro__[1:]:
            known = base.__dict__.get("__dataclass_params__")
            if known is not None and known.frozen != frozen:
                raise TypeError("cannot inherit frozen dataclass from a non-frozen one" if frozen else
                                "cannot inherit non-frozen dataclass from a frozen one")
        if order and not eq:
            raise ValueError("eq must be true if order is true")
        if init:
            added["__init__"] = _make_init(kind, frozen)
        if repr:
            added["__repr__"] = _repr
        if eq:
            added["__eq__"] = _eq
        if (frozen and eq) or unsafe_hash:
            added["__hash__"] = _hash
        elif eq and "__hash__" not in kind.__dict__:
            kind.__hash__ = None
        if order:
            added.update({"__lt__": _lt, "__le__": _le, "__gt__": _gt, "__ge__": _ge})
        if frozen:
            added.update({"__setattr__": _refuse_set, "__delattr__": _refuse_delete})
        if match_args:
            added["__match_args__"] = tuple([item.name for item in kind.__dataclass_fields__.values()
                                             if item.init and not item.kw_only])
        for name, function in added.items():
            if name not in kind.__dict__:
                setattr(kind, name, function)
        if kind.__dict__.get("__doc__") is None:
            kind.__doc__ = kind.__name__ + str(signature(kind)).replace(" -> None", "")
        if slots:
            kind.__slots__ = tuple([name for name in kind.__dataclass_fields__])
        return kind

    return decorate if cls is None else decorate(cls)


class _Params:
    """The options of the decorator."""

    def __init__(self, init, repr, eq, order, unsafe_hash, frozen):
        self.init, self.repr, self.eq, self.order = init, repr, eq, order
        self.unsafe_hash, self.frozen = unsafe_hash, frozen


def _collect(kind, kw_only):
    """The fields of a class by name: inherited ones first, then its own annotations."""
    found = {}
    for base in reversed(kind.__bases__):
        found.update(getattr(base, "__dataclass_fields__", {}))
    optional = None
    for name, annotation in kind.__dict__.get("__annotations__", {}).items():
        if "ClassVar" in str(annotation):
            continue
        if annotation is KW_ONLY or annotation == "KW_ONLY":
            kw_only = True
            continue
        given = kind.__dict__.get(name, MISSING)
        if not isinstance(given, Field) and type(given).__hash__ is None:
            raise ValueError(f"mutable default {type(given)} for field {name} is not allowed: "
                             "use default_factory")
        if not isinstance(given, Field):
            given = field(default=given)
        elif given.default is not MISSING:
            setattr(kind, name, given.default)
        else:
            delattr(kind, name)
        if given.kw_only is MISSING:
            given.kw_only = kw_only
        given.name = name
        given.type = annotation
        found[name] = given
    for item in found.values():
        if item.init and not item.kw_only:
            if item.default is not MISSING or item.default_factory is not MISSING:
                optional = item
            elif optional is not None:
                raise TypeError(f"non-default argument '{item.name}' follows default argument")
    return found


def _make_init(kind, frozen):
    """The __init__ of a class, with the fields as its parameters."""
    names, plain, named, body, passed = {"_FACTORY": _FACTORY, "_set": object.__setattr__}, [], [], [], []
    names["__name__"] = kind.__module__
    for item in kind.__dataclass_fields__.values():
        name, value = item.name, item.name
        names["_type_" + name], names["_default_" + name] = item.type, item.default
        names["_make_" + name] = item.default_factory
        made = item.default_factory is not MISSING
        if item.init:
            default = " = _FACTORY" if made else "" if item.default is MISSING else f" = _default_{name}"
            (named if item.kw_only else plain).append(f"{name}: _type_{name}{default}")
            value = f"_make_{name}() if {name} is _FACTORY else {name}" if made else name
        elif made or item.default is not MISSING:
            value = f"_make_{name}()" if made else f"_default_{name}"
        else:
            continue
        if _is_initvar(item):
            passed.append(name)
        else:
            body.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(kind, "__post_init__"):
        body.append(f"self.__post_init__({', '.join(passed)})")
    own = "self" if "self" not in kind.__dataclass_fields__ else "_dataclass_self"
    head = ", ".join([own] + plain + (["*"] + named if named else []))
    exec(f"def __init__({head}) -> None:\n  " + "\n  ".join(body or ["pass"]), names)
    made = names["__init__"]
    made.__qualname__ = kind.__qualname__ + ".__init__"
    return made


def _is_initvar(item):
    """Whether a field is only an argument of __post_init__."""
    return isinstance(item.type, InitVar) or str(item.type).startswith(("InitVar[", "dataclasses.InitVar["))


def _repr(self):
    """Point(x=1, y=2)"""
    shown = [item.name + "=" + repr(getattr(self, item.name))
             for item in fields(self) if item.repr]
    return type(self).__qualname__ + "(" + ", ".join(shown) + ")"


def _key(self):
    """The values that are compared."""
    return tuple([getattr(self, item.name) for item in fields(self) if item.compare])


def _eq(self, other):
    """Same class and same values."""
    return _key(self) == _key(other) if type(self) is type(other) else NotImplemented


def _hash(self):
    """By values."""
    return hash(tuple([getattr(self, item.name) for item in fields(self)
                       if (item.compare if item.hash is None else item.hash)]))


def _lt(self, other):
    """In the order of the fields."""
    return _key(self) < _key(other) if type(self) is type(other) else NotImplemented


def _le(self, other):
    """In the order of the fields."""
    return _key(self) <= _key(other) if type(self) is type(other) else NotImplemented


def _gt(self, other):
    """In the order of the fields."""
    return _key(self) > _key(other) if type(self) is type(other) else NotImplemented


def _ge(self, other):
    """In the order of the fields."""
    return _key(self) >= _key(other) if type(self) is type(other) else NotImplemented


def _refuse_set(self, name, value):
    """Assignment to a frozen instance."""
    raise FrozenInstanceError(f"cannot assign to field '{name}'")


def _refuse_delete(self, name):
    """Deletion from a frozen instance."""
    raise FrozenInstanceError(f"cannot delete field '{name}'")


def fields(thing):
    """The fields of a dataclass or of an instance, as a tuple."""
    if not hasattr(thing, "__dataclass_fields__"):
        raise TypeError("must be called with a dataclass type or instance")
    return tuple([item for item in thing.__dataclass_fields__.values()
                  if not _is_initvar(item)])


class InitVar:
    """In annotations: an argument of __init__ that __post_init__ gets and nothing keeps."""

    def __init__(self, type):
        self.type = type

    def __class_getitem__(cls, type):
        return cls(type)

    def __repr__(self):
        return f"dataclasses.InitVar[{getattr(self.type, '__name__', repr(self.type))}]"


def make_dataclass(cls_name, fields, *, bases=(), namespace=None, **options):
    """A dataclass of names, (name, type) and (name, type, field)."""
    body, annotations = dict(namespace or {}), {}
    for item in fields:
        name, kind, *given = (item, "typing.Any") if isinstance(item, str) else item
        annotations[name] = kind
        if given:
            body[name] = given[0]
    body["__annotations__"] = annotations
    return dataclass(**options)(type(cls_name, bases, body))


def is_dataclass(thing):
    """True for a dataclass and for its instances."""
    return hasattr(thing if isinstance(thing, type) else type(thing), "__dataclass_fields__")


def asdict(obj, *, dict_factory=dict):
    """A dict from field names to values; dataclasses, lists and dicts inside are converted too."""
    def convert(item):
        """One instance."""
        return dict_factory([(f.name, _plain(getattr(item, f.name), convert)) for f in fields(item)])
    if not is_dataclass(obj) or isinstance(obj, type):
        raise TypeError("asdict() should be called on dataclass instances")
    return convert(obj)


def astuple(obj, *, tuple_factory=tuple):
    """The field values as a tuple; dataclasses inside are converted too."""
    def convert(item):
        """One instance."""
        return tuple_factory([_plain(getattr(item, f.name), convert) for f in fields(item)])
    if not is_dataclass(obj) or isinstance(obj, type):
        raise TypeError("astuple() should be called on dataclass instances")
    return convert(obj)


def _plain(value, convert):
    """Apply `convert` to dataclass instances, also inside lists, tuples and dicts."""
    if is_dataclass(value) and not isinstance(value, type):
        return convert(value)
    if isinstance(value, (list, tuple)):
        items = [_plain(item, convert) for item in value]
        return value._make(items) if hasattr(value, "_make") else type(value)(items)
    if isinstance(value, dict):
        pairs = [(_plain(key, convert), _plain(item, convert)) for key, item in value.items()]
        return type(value)(value.default_factory, pairs) if hasattr(value, "default_factory") else type(value)(pairs)
    return copy.deepcopy(value)


def replace(thing, /, **changes):
    """A new instance with some fields changed."""
    if not is_dataclass(thing) or isinstance(thing, type):
        raise TypeError("replace() should be called on dataclass instances")
    for item in type(thing).__dataclass_fields__.values():
        if not item.init:
            if item.name in changes:
                raise ValueError(f"field {item.name} is declared with init=False, it cannot be specified with replace()")
        elif item.name not in changes:
            if _is_initvar(item) and item.default is MISSING:
                raise ValueError(f"InitVar {item.name!r} must be specified with replace()")
            if not _is_initvar(item):
                changes[item.name] = getattr(thing, item.name)
    return type(thing)(**changes)
