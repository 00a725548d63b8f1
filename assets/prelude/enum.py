# Makes enumerations. There are no metaclasses: a base class turns what its subclasses name into members when
# they are made, and the evaluator knows _members_ (iterating, len, in, printing of a class).

import builtins
import operator
import sys
from types import MappingProxyType


class auto:
    """Stands for the next value, in the body of an enumeration; what is made of it there is worked out later."""

    def __init__(self, *made):
        self.value, self._made = None, made

    def __invert__(self):
        return auto(operator.invert, self)


def _later(function, turned):
    """An operator of auto()."""
    def method(self, other):
        return auto(function, other, self) if turned else auto(function, self, other)
    return method


for _name in "or and xor add sub mul lshift rshift".split():
    _function = getattr(operator, _name + "_" if _name in ("or", "and") else _name)
    setattr(auto, f"__{_name}__", _later(_function, False))
    setattr(auto, f"__r{_name}__", _later(_function, True))


class nonmember:
    """Keeps a value from becoming a member."""

    def __init__(self, value):
        self.value = value


class member(nonmember):
    """Makes a member of what would be none, such as a function."""


class property(builtins.property):
    """A property, which a member of the same name may stand beside."""


DynamicClassAttribute = property


class _Described:
    """What a descriptor looks like, for telling members from methods."""

    def method(self):
        """A function in a class."""

    @builtins.property
    def read(self):
        """A property."""

    @classmethod
    def of_class(cls):
        """A class method."""

    @staticmethod
    def free():
        """A static method."""


_DESCRIPTORS = tuple(type(_Described.__dict__[name]) for name in ("method", "read", "of_class", "free"))
_MADE_SO_FAR = []  # Enum, then Flag: classes whose bodies ask for one another


def _is_member(cls, name, value):
    """Whether a name of the body becomes a member."""
    if isinstance(value, member):
        return True
    hidden = name.startswith("__") and name.endswith("__") or name.startswith("_" + cls.__name__.lstrip("_") + "__")
    if hidden or isinstance(value, (nonmember, _DESCRIPTORS)) or hasattr(value, "__get__"):
        return False
    if name.startswith("_") and name.endswith("_"):
        if name not in _RESERVED:
            raise ValueError(f"_sunder_ names, such as {name!r}, are reserved for future Enum use")
        return False
    return True


_RESERVED = """_order_ _ignore_ _generate_next_value_ _missing_ _numeric_repr_ _members_ _made_ _init_ _new_member_ _value_repr_ _is_flag_
_member_type_ _boundary_ _flag_mask_ _all_bits_ _single_ _by_value_ _member_map_ _value2member_map_ _member_names_""".split()


_DATA = (int, float, str, bytes, tuple, list, dict, set, frozenset, complex)


def _data_type(cls):
    """The type that the members are besides: int, str, a class with values of its own; else object."""
    for base in cls.__mro__[1:]:
        if base is not object and not issubclass(base, Enum) and (base in _DATA or "__new__" in base.__dict__):
            return base
    return object


def _new_member(cls, value):
    """One member: an object of the class that knows its value."""
    args = value if isinstance(value, tuple) and cls._member_type_ is not tuple else (value,)
    make, kind = cls._new_member_, cls._member_type_
    made = make(cls, *args) if make else kind.__new__(cls, *args) if kind is not object else object.__new__(cls)
    if "_value_" not in made.__dict__:
        made._value_ = value if kind is object or len(args) == 1 and type(value) is kind else kind(*args)
    init = getattr(cls, "_init_", None)
    if init is not None:
        init(made, *args)
    return made


def _take(cls, name, value):
    """The member of that name, new or one of the same value."""
    value = value.value if isinstance(value, member) else value
    made = _new_member(cls, value)
    found = _known(cls, made._value_)
    if found is None:
        made.__dict__.update(_name_=name, name=name, value=made._value_, _sort_order_=len(cls._made_))
        found = made
        if not cls._is_flag_ or _one_bit(made._value_):
            cls._made_[name] = made
        _remember(cls, made._value_, made)
    cls._member_map_[name] = found
    setattr(cls, name, found)


def _known(cls, value):
    """The member with that value, or None."""
    try:
        return cls._value2member_map_.get(value)
    except TypeError:
        for found in cls._member_map_.values():
            if found._value_ == value:
                return found
    return None


def _remember(cls, value, made):
    try:
        cls._value2member_map_[value] = made
    except TypeError:  # what has no hash is searched for
        pass


def _next_value(cls, name, last):
    """What auto() stands for."""
    make = cls.__dict__.get("_generate_next_value_") or cls._generate_next_value_
    return getattr(make, "__func__", make)(name, 1, len(last), list(last))


def _filled(cls, name, value, last):
    """The value with the next one in the place of auto()."""
    if isinstance(value, auto):
        if value.value is None and value._made:
            function, *parts = value._made
            value.value = function(*[_filled(cls, name, part, last) for part in parts])
        elif value.value is None:
            value.value = _next_value(cls, name, last)
        return value.value
    if isinstance(value, tuple) and any(isinstance(part, auto) for part in value):
        return tuple(_filled(cls, name, part, last) for part in value)
    return value


class Enum:
    """A class with a fixed set of members, each with a name and a value."""

    _is_flag_ = False
    _boundary_ = None

    def __init_subclass__(cls, boundary=None, **options):
        cls._boundary_ = boundary or cls._boundary_
        if not _MADE_SO_FAR:
            return
        body = dict(cls.__dict__)
        ignored = body.get("_ignore_", ())
        ignored = ignored.replace(",", " ").split() if isinstance(ignored, str) else ignored
        for name in (*ignored, "_ignore_"):
            if name in body:
                del body[name]
                delattr(cls, name)
        named = {name: value for name, value in body.items() if _is_member(cls, name, value)}
        for base in cls.__mro__[1:]:
            if base.__dict__.get("_members_"):
                raise TypeError(f"<enum '{cls.__name__}'> cannot extend {base!r}")
        for name, value in body.items():
            if isinstance(value, nonmember) and name not in named:
                setattr(cls, name, value.value)
        if "__new__" in body:
            cls._new_member_ = body["__new__"]
            del cls.__new__
        if "__init__" in body:
            cls._init_ = body["__init__"]
            del cls.__init__
        cls._member_type_ = _data_type(cls)
        kind = cls._member_type_
        if kind is not object:
            cls.__class_getitem__ = Enum.__dict__["__class_getitem__"]
            if "__hash__" not in body and cls.__mro__.index(kind) < cls.__mro__.index(Enum):
                cls.__hash__ = kind.__hash__
            own = [name for name in ("__repr__", "__str__", "__format__") if name in body]
            if not issubclass(cls, ReprEnum):  # the text is the enumeration's, the value the type's
                for name in ("__str__", "__format__"):
                    if name not in own and cls.__mro__.index(kind) < cls.__mro__.index(Enum):
                        setattr(cls, name, getattr(Enum, name) if not cls._is_flag_ else getattr(Flag, name))
            elif named and not {"__str__", "__format__"} & set(own):
                for name in ("__str__", "__format__"):
                    setattr(cls, name, _text_of_value(name))
            if named and "__repr__" not in own:
                cls.__repr__ = (Flag if cls._is_flag_ else Enum).__repr__
        if not named:
            return
        cls._made_, cls._member_map_, cls._value2member_map_ = {}, {}, {}
        last = []
        for name, value in named.items():
            if isinstance(value, member):
                _take(cls, name, value)
                continue
            value = _filled(cls, name, value, last)
            _take(cls, name, value)
            last.append(cls._member_map_[name]._value_)
        cls._members_ = cls._made_
        cls.__members__ = MappingProxyType(cls._member_map_)
        cls._member_names_ = list(cls._members_)
        order = body.get("_order_")
        if order is not None:
            order = order.replace(",", " ").split() if isinstance(order, str) else list(order)
            if order != cls._member_names_:
                raise TypeError(f"member order does not match _order_:\n  {cls._member_names_!r}\n  {order!r}")
        if cls._is_flag_:
            _measure(cls)

    def __new__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None):
        """The member with this value; Enum("Name", "A B") makes a new enumeration."""
        if names is not None:
            if isinstance(names, str):
                names = names.replace(",", " ").split()
            last = []
            body = {}
            for item in names.items() if hasattr(names, "items") else names:
                if isinstance(item, str):
                    make = cls._generate_next_value_
                    item = item, getattr(make, "__func__", make)(item, start, len(last), list(last))
                body[item[0]] = item[1]
                last.append(item[1])
            return builtins.type(value, (cls,) if type is None else (type, cls), body)
        if builtins.type(value) is cls:
            return value
        if not getattr(cls, "_member_map_", None):
            raise TypeError(f"{cls!r} has no members defined")
        found = _known(cls, value)
        if found is not None:
            return found
        found = cls._missing_(value)
        if isinstance(found, cls) or cls._is_flag_ and cls._boundary_ is EJECT and isinstance(found, int):
            return found
        if found is None:
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        raise TypeError(f"error in {cls.__name__}._missing_: returned {found!r} instead of None or a valid member")

    @classmethod
    def _missing_(cls, value):
        """What stands in for a value that no member has: nothing."""
        return None

    _new_member_ = None

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """The value of auto(): one more than the last."""
        if not last_values:
            return start
        values = last_values
        try:
            values = sorted(last_values)
            if values[-1] == last_values[-1]:
                return values[-1] + 1
        except TypeError:
            pass
        for value in values:
            try:
                return value + 1
            except TypeError:
                pass
        return start

    @classmethod
    def __class_getitem__(cls, name):
        return cls._member_map_[name]

    def __setattr__(self, name, value):
        if name in ("name", "value") and "_name_" in self.__dict__:
            raise AttributeError(f"<enum 'Enum'> cannot set attribute {name!r}")
        object.__setattr__(self, name, value)

    def __dir__(self):
        return sorted({"__class__", "__doc__", "__eq__", "__hash__", "__module__", "name", "value"}
                      | {name for base in type(self).__mro__ if issubclass(base, Enum) and base is not Enum and base is not Flag
                         for name in base.__dict__ if name[0] != "_" and name not in self._member_map_})

    def __hash__(self):
        return hash(self._name_)

    def __repr__(self):
        return f"<{type(self).__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        return f"{type(self).__name__}.{self._name_}"

    def __format__(self, spec):
        return str.__format__(str(self), spec)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


def _text_of_value(name):
    """__str__ or __format__ of the value, as the type of the members has it."""
    def method(self, *spec):
        return getattr(self._value_, name)(*spec)
    method.__name__ = name
    return method


class ReprEnum(Enum):
    """The text is that of the type that the members are besides."""


class EnumType(type):
    """The type of enumerations, by name."""


EnumMeta = EnumType
_MADE_SO_FAR.append(Enum)


class IntEnum(int, ReprEnum):
    """Members are ints."""


class StrEnum(str, ReprEnum):
    """Members are texts; auto() is the name in small letters."""

    @staticmethod
    def _new_member_(cls, *values):
        if len(values) > 3:
            raise TypeError(f"too many arguments for str(): {values!r}")
        if len(values) == 1 and not isinstance(values[0], str):
            raise TypeError(f"{values[0]!r} is not a string")
        if len(values) >= 2 and not isinstance(values[1], str):
            raise TypeError(f"encoding must be a string, not {values[1]!r}")
        made = str.__new__(cls, *values)
        made._value_ = str(*values)
        return made

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


class FlagBoundary(StrEnum):
    """What becomes of bits that no flag has."""

    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()


STRICT, CONFORM, EJECT, KEEP = FlagBoundary


def _one_bit(value):
    return isinstance(value, int) and value > 0 and value & (value - 1) == 0


def _bits_of(value):
    """Its bits, the lowest first."""
    while value:
        yield value & -value
        value &= value - 1


def _binary(value, most):
    """In binary with its sign in front, as the library's own bin()."""
    ceiling = 2 ** value.bit_length()
    text = bin(value + ceiling).replace("1", "0", 1) if value >= 0 else bin(~value ^ (ceiling - 1) + ceiling)
    digits = (text[3:] if len(text) > 3 else "").rjust(most, text[2])
    return f"0b{text[2]} {digits}"


def _measure(cls):
    """Which bits the flags have; whether they stand in the order of their values."""
    values = [made._value_ for made in cls._members_.values()]
    several = 0
    for made in cls._member_map_.values():
        several |= made._value_ if made._value_ > 0 else 0
    cls._flag_mask_ = sum(values)
    cls._all_bits_ = 2 ** several.bit_length() - 1
    cls._by_value_ = values == sorted(values)


class Flag(Enum, boundary=CONFORM):
    """Members are bits, which can be joined."""

    _is_flag_ = True
    _by_value_ = True
    _numeric_repr_ = staticmethod(repr)

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not count:
            return start if start is not None else 1
        last = max(last_values)
        try:
            return 2 ** last.bit_length()
        except AttributeError:
            raise TypeError(f"invalid flag value {last!r}") from None

    @classmethod
    def _iter_member_(cls, value):
        found = [cls._value2member_map_.get(bit) for bit in _bits_of(value & cls._flag_mask_)]
        return iter(found if cls._by_value_ else sorted(found, key=lambda made: made._sort_order_))

    @classmethod
    def _missing_(cls, value):
        """A member of several flags."""
        if not isinstance(value, int):
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        mask, every, given = cls._flag_mask_, cls._all_bits_, value
        if not ~every <= value <= every or value & (every ^ mask):
            if cls._boundary_ is STRICT:
                most = max(value.bit_length(), mask.bit_length())
                raise ValueError(f"{cls!r} invalid value {value!r}\n    given {_binary(value, most)}\n  allowed {_binary(mask, most)}")
            if cls._boundary_ is CONFORM:
                value &= mask
            elif cls._boundary_ is EJECT:
                return value
            elif value < 0:
                value += max(every + 1, 2 ** value.bit_length())
        negative = value < 0
        value += every + 1 if negative else 0
        unknown, known = value & ~mask, value & mask
        if unknown and cls._boundary_ is not KEEP:
            raise ValueError(f"{cls.__name__}({value!r}) -->  unknown values {unknown!r} [{bin(unknown)}]")
        made = object.__new__(cls) if cls._member_type_ is object else cls._member_type_.__new__(cls, value)
        name = "|".join([flag._name_ for flag in cls._iter_member_(known)]) if known else None
        if known and unknown:
            name += "|" + cls._numeric_repr_(unknown)
        made.__dict__.update(_value_=value, value=value, _name_=name, name=name)
        if not unknown:
            made = cls._value2member_map_.setdefault(value, made)
            if negative:
                cls._value2member_map_[given] = made
        return made

    def __contains__(self, other):
        if not isinstance(other, type(self)):
            raise TypeError(f"unsupported operand type(s) for 'in': {type(other).__qualname__!r} and {type(self).__qualname__!r}")
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        return self._iter_member_(self._value_)

    def __len__(self):
        return self._value_.bit_count()

    def __repr__(self):
        name = "" if self._name_ is None else "." + self._name_
        return f"<{type(self).__name__}{name}: {self._value_!r}>"

    def __str__(self):
        return f"{type(self).__name__}({self._value_!r})" if self._name_ is None else f"{type(self).__name__}.{self._name_}"

    def __bool__(self):
        return bool(self._value_)

    def _value_of(self, other):
        """The bits of the other side; None where it has none."""
        if isinstance(other, type(self)):
            return other._value_
        return other if self._member_type_ is not object and isinstance(other, self._member_type_) else None

    def __or__(self, other):
        bits = self._value_of(other)
        return NotImplemented if bits is None else type(self)(self._value_ | bits)

    def __and__(self, other):
        bits = self._value_of(other)
        return NotImplemented if bits is None else type(self)(self._value_ & bits)

    def __xor__(self, other):
        bits = self._value_of(other)
        return NotImplemented if bits is None else type(self)(self._value_ ^ bits)

    def __invert__(self):
        keeps = self._boundary_ is KEEP
        return type(self)(~self._value_ if keeps else self._flag_mask_ ^ self._value_)

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    """Flags that are ints."""

    __or__, __and__, __xor__, __invert__ = Flag.__or__, Flag.__and__, Flag.__xor__, Flag.__invert__
    __ror__, __rand__, __rxor__ = Flag.__or__, Flag.__and__, Flag.__xor__
    __bool__ = Flag.__bool__


class EnumCheck(StrEnum):
    """What verify looks at."""

    CONTINUOUS = "no skipped integer values"
    NAMED_FLAGS = "multi-flag aliases may not contain unnamed flags"
    UNIQUE = "one name per value"


CONTINUOUS, NAMED_FLAGS, UNIQUE = EnumCheck


def unique(enumeration):
    """Class decorator: no two names for one value."""
    twice = [f"{name} -> {member._name_}" for name, member in enumeration.__members__.items()
             if member._name_ != name]
    if twice:
        raise ValueError(f"duplicate values found in {enumeration!r}: {', '.join(twice)}")
    return enumeration


def _verify_names(enumeration):
    """Aliases of several flags name no bit that has no flag."""
    missing, names = 0, []
    for name, made in enumeration._member_map_.items():
        bits = made._value_ & ~enumeration._flag_mask_ if made._value_ > 0 else 0
        missing |= bits
        names += [name] if bits else []
    if names:
        which = f"alias {names[0]} is" if len(names) == 1 else f"aliases {', '.join(names[:-1])} and {names[-1]} are"
        value = f"value 0x{missing:x}" if _one_bit(missing) else f"combined values of 0x{missing:x}"
        raise ValueError(f"invalid Flag {enumeration.__name__!r}: {which} missing {value} "
                         "[use enum.show_flag_values(value) for details]")


class verify:
    """Class decorator: UNIQUE, CONTINUOUS, NAMED_FLAGS."""

    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        for check in self.checks:
            if check is UNIQUE:
                twice = [f"{name} -> {made._name_}" for name, made in enumeration.__members__.items() if made._name_ != name]
                if twice:
                    raise ValueError(f"aliases found in {enumeration!r}: {', '.join(twice)}")
            elif check is CONTINUOUS:
                values = {made._value_ for made in enumeration}
                if len(values) > 1:
                    wanted = range(min(values) + 1, max(values)) if not enumeration._is_flag_ else \
                        [1 << k for k in range(min(values).bit_length(), max(values).bit_length() - 1)]
                    missing = [value for value in wanted if value not in values]
                    if missing:
                        kind = "flag" if enumeration._is_flag_ else "enum"
                        raise ValueError(f"invalid {kind} {enumeration.__name__!r}: missing values {', '.join(map(str, missing))}")
            elif check is NAMED_FLAGS:
                _verify_names(enumeration)
        return enumeration


def show_flag_values(value):
    """The bits of it."""
    return list(_bits_of(value))


def global_enum_repr(self):
    """module.NAME"""
    return f"{type(self).__module__.split('.')[-1]}.{self._name_}"


global_flag_repr = global_enum_repr


def global_str(self):
    """NAME"""
    return f"{type(self).__name__}({self._value_!r})" if self._name_ is None else self._name_


def global_enum(enumeration, update_str=False):
    """Class decorator: the members are names of the module, and shown so."""
    enumeration.__repr__ = global_enum_repr
    if not issubclass(enumeration, ReprEnum) or update_str:
        enumeration.__str__ = global_str
    sys.modules[enumeration.__module__].__dict__.update(enumeration.__members__)
    return enumeration
