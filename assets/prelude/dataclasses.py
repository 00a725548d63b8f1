# Classes that are mostly fields. The decorator reads the class's annotations in order and adds
# __init__, __repr__, __eq__ and, on request, ordering or write protection; a base class's fields
# come first.


class _Missing:
    """Stands for a default that was not given."""

    def __repr__(self):
        return "MISSING"


MISSING = _Missing()


class FrozenInstanceError(AttributeError):
    """Raised when a field of a frozen instance is assigned or deleted."""


class Field:
    """What is known about one field."""

    def __init__(self, default, default_factory, init, repr, compare, kw_only):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.compare = compare
        self.kw_only = kw_only


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None,
          compare=True, metadata=None, kw_only=False):
    """Options of one field, written where its default would stand."""
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory, init, repr, compare, kw_only)


def dataclass(cls=None, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False,
              frozen=False, match_args=True, kw_only=False, slots=False):
    """Class decorator, with or without options in brackets."""
    def decorate(kind):
        """Add the methods to one class."""
        kind.__dataclass_fields__ = _collect(kind, kw_only)
        added = {}
        if init:
            added["__init__"] = _init
        if repr:
            added["__repr__"] = _repr
        if eq:
            added["__eq__"] = _eq
        if frozen or unsafe_hash:
            added["__hash__"] = _hash
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
            kind.__doc__ = kind.__name__ + "(" + ", ".join(
                [_parameter(item) for item in kind.__dataclass_fields__.values() if item.init]) + ")"
        return kind

    return decorate if cls is None else decorate(cls)


def _parameter(item):
    """x: int = 3"""
    kind = item.type.__name__ if isinstance(item.type, type) else str(item.type).replace("typing.", "")
    if item.default_factory is not MISSING:
        return f"{item.name}: {kind} = <factory>"
    return f"{item.name}: {kind}" + ("" if item.default is MISSING else f" = {item.default!r}")


def _collect(kind, kw_only):
    """The fields of a class by name: inherited ones first, then its own annotations."""
    found = {}
    for base in reversed(kind.__bases__):
        found.update(getattr(base, "__dataclass_fields__", {}))
    optional = None
    for name, annotation in kind.__dict__.get("__annotations__", {}).items():
        if "ClassVar" in str(annotation):
            continue
        given = kind.__dict__.get(name, MISSING)
        if isinstance(given, (list, dict, set)):
            raise ValueError(f"mutable default {type(given)} for field {name} is not allowed: "
                             "use default_factory")
        if not isinstance(given, Field):
            given = field(default=given, kw_only=kw_only)
        elif given.default is not MISSING:
            setattr(kind, name, given.default)
        else:
            delattr(kind, name)
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


def _init(self, *args, **kwargs):
    """The __init__ of every dataclass: bind the arguments to the fields, then call __post_init__."""
    title = type(self).__qualname__ + ".__init__()"
    known = [item for item in type(self).__dataclass_fields__.values() if item.init]
    passed = [item for item in known if isinstance(item.type, InitVar)]
    places = [item.name for item in known if not item.kw_only]
    if len(args) > len(places):
        needed = len([item for item in known if not item.kw_only and item.default is MISSING
                      and item.default_factory is MISSING])
        most = len(places) + 1
        takes = f"{most}" if needed == len(places) else f"from {needed + 1} to {most}"
        raise TypeError(f"{title} takes {takes} positional argument{'s' if most > 1 else ''} "
                        f"but {len(args) + 1} were given")
    values = dict(zip(places, args))
    for name, value in kwargs.items():
        if name in values:
            raise TypeError(f"{title} got multiple values for argument '{name}'")
        if name not in [item.name for item in known]:
            raise TypeError(f"{title} got an unexpected keyword argument '{name}'")
        values[name] = value
    _fill(self, title, values)
    if hasattr(self, "__post_init__"):
        self.__post_init__(*[self.__dict__[item.name] for item in passed])
    for item in passed:
        del self.__dict__[item.name]


def _fill(self, title, values):
    """Set every field from the given values or its default; complain about what is missing."""
    missing = []
    for item in type(self).__dataclass_fields__.values():
        if item.name in values:
            object.__setattr__(self, item.name, values[item.name])
        elif item.default_factory is not MISSING:
            object.__setattr__(self, item.name, item.default_factory())
        elif item.default is not MISSING:
            object.__setattr__(self, item.name, item.default)
        elif item.init:
            missing.append(repr(item.name))
    if missing:
        many = "s" if len(missing) > 1 else ""
        listed = " and ".join(missing) if len(missing) < 3 else (
            ", ".join(missing[:-1]) + ", and " + missing[-1])
        raise TypeError(f"{title} missing {len(missing)} required positional argument{many}: {listed}")


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
    return type(self) is type(other) and _key(self) == _key(other)


def _hash(self):
    """By values."""
    return hash(_key(self))


def _lt(self, other):
    """In the order of the fields."""
    return _key(self) < _key(other)


def _le(self, other):
    """In the order of the fields."""
    return _key(self) <= _key(other)


def _gt(self, other):
    """In the order of the fields."""
    return _key(self) > _key(other)


def _ge(self, other):
    """In the order of the fields."""
    return _key(self) >= _key(other)


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
                  if not isinstance(item.type, InitVar)])


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
    return hasattr(thing, "__dataclass_fields__")


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
        return {key: _plain(item, convert) for key, item in value.items()}
    return value


def replace(thing, **changes):
    """A new instance with some fields changed."""
    values = {f.name: getattr(thing, f.name) for f in fields(thing) if f.init}
    values.update(changes)
    return type(thing)(**values)
