# Enumerations. There are no metaclasses: a base class turns what its subclasses name into members
# when they are made, and the evaluator knows _members_ (iterating, len, in, printing of a class).

from types import MappingProxyType


class auto:
    """Stands for the next value, in the body of an enumeration."""

    value = None


class _Described:
    """What a descriptor looks like, for telling members from methods."""

    def method(self):
        """A function in a class."""

    @property
    def read(self):
        """A property."""

    @classmethod
    def of_class(cls):
        """A class method."""

    @staticmethod
    def free():
        """A static method."""


_DESCRIPTORS = tuple(type(_Described.__dict__[name]) for name in ("method", "read", "of_class", "free"))


def _member(cls, name, value):
    """One member: an object of the class that knows its name and its value."""
    made = cls.__dict__.get("_new_member_")
    if made is not None:
        member = made(cls, *(value if isinstance(value, tuple) else (value,)))
        value = member.__dict__.get("_value_", value)
    elif issubclass(cls, str):
        member = str.__new__(cls, value)
    else:
        member = object.__new__(cls)
    member.__dict__.update(_name_=name, name=name, _value_=value, value=value)
    init = cls.__dict__.get("__init__")
    if init is not None:
        init(member, *(value if isinstance(value, tuple) else (value,)))
    return member


class Enum:
    """A class with a fixed set of members, each with a name and a value."""

    def __init_subclass__(cls):
        named = [(name, value) for name, value in cls.__dict__.items()
                 if not name.startswith("_") and not isinstance(value, _DESCRIPTORS)]
        for base in cls.__mro__[1:]:
            if "_members_" in base.__dict__:
                raise TypeError(f"<enum '{cls.__name__}'> cannot extend {base!r}")
        if not named:
            return
        by_value, known = {}, {}
        if "__new__" in cls.__dict__:
            cls._new_member_ = cls.__dict__["__new__"]
            del cls.__new__
        members = {}
        for name, value in named:
            if isinstance(value, auto):
                value.value = cls._generate_next_value_(name, 1, len(members), list(by_value))
                value = value.value
            elif isinstance(value, tuple) and any([isinstance(part, auto) for part in value]):
                value = tuple([cls._generate_next_value_(name, 1, len(members), list(by_value))
                               if isinstance(part, auto) else part for part in value])
            same = [member for member in members.values() if member._value_ == value]
            if same:
                setattr(cls, name, same[0])
                known[name] = same[0]
                continue
            members[name] = known[name] = _member(cls, name, value)
            by_value[members[name]._value_ if members[name]._value_.__hash__ else str(value)] = members[name]
            setattr(cls, name, members[name])
        cls._members_ = members
        cls.__members__ = MappingProxyType(known)
        if "__init__" in cls.__dict__:
            del cls.__init__

    def __new__(cls, value, names=None, *, module=None, qualname=None, type=type, start=1):
        """The member with this value; Enum("Name", "A B") makes a new enumeration."""
        if names is not None:
            if isinstance(names, str):
                names = names.replace(",", " ").split()
            if not isinstance(names, dict):
                names = [item if isinstance(item, tuple) else (item, k + start) for k, item in enumerate(names)]
            return type(value, (cls,), dict(names))
        if isinstance(value, cls):
            return value
        for member in cls._members_.values():
            if member._value_ == value:
                return member
        found = cls._missing_(value)
        if found is None:
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        return found

    @classmethod
    def _missing_(cls, value):
        """What stands in for a value that no member has: nothing."""
        return None

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """The value of auto(): one more than the highest."""
        return max(last_values) + 1 if last_values else start

    @classmethod
    def __class_getitem__(cls, name):
        return cls.__members__[name]

    def __setattr__(self, name, value):
        if name in ("name", "value"):
            raise AttributeError(f"<enum 'Enum'> cannot set attribute {name!r}")
        object.__setattr__(self, name, value)

    def __dir__(self):
        return ["__class__", "__doc__", "__module__", "name", "value"]

    def __repr__(self):
        return f"<{type(self).__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        return f"{type(self).__name__}.{self._name_}"

    def __format__(self, spec):
        return format(str(self), spec)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


def unique(enumeration):
    """Class decorator: no two names for one value."""
    twice = [f"{name} -> {member._name_}" for name, member in enumeration.__members__.items()
             if member._name_ != name]
    if twice:
        raise ValueError(f"duplicate values found in {enumeration!r}: {', '.join(twice)}")
    return enumeration


def member(value):
    """The value, which becomes a member."""
    return value


class IntEnum(Enum):
    """Members that count and compare as their values do, which are ints."""

    def __str__(self):
        return str(self._value_)

    def __format__(self, spec):
        return format(self._value_, spec)

    def __hash__(self):
        return hash(self._value_)


def _as_value(name):
    """A method of int, with the value of a member for the member."""
    def method(self, *others):
        return getattr(self._value_, name)(*[other._value_ if isinstance(other, IntEnum) else other for other in others])
    return method


for _name in ("add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod pow rpow and rand or ror xor rxor "
              "lshift rlshift rshift rrshift eq ne lt le gt ge neg pos abs invert bool int float index").split():
    setattr(IntEnum, f"__{_name}__", _as_value(f"__{_name}__"))

EnumMeta = EnumType = type
ReprEnum = Enum
