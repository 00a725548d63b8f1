# Holds containers that PyTorch programs meet: the ordered dictionary that modules keep their parts in, and
# its neighbours. Plain dictionaries already keep their order; what differs is printing, equality and missing
# keys.

class _View:
    """What keys(), values() and items() of an OrderedDict return."""

    def __init__(self, name, read):
        self._name = name
        self._read = read

    def __iter__(self):
        return iter(list(self._read()))

    def __reversed__(self):
        return reversed(list(self._read()))

    def __len__(self):
        return len(self._read())

    def __contains__(self, item):
        return item in self._read()

    def __eq__(self, other):
        return set(self._read()) == set(other)

    def __and__(self, other):
        return set(self._read()) & set(other)

    def __or__(self, other):
        return set(self._read()) | set(other)

    def __sub__(self, other):
        return set(self._read()) - set(other)

    def __repr__(self):
        return self._name + "(" + repr(list(self._read())) + ")"


class OrderedDict(dict):
    """A dict that prints as a list of pairs, compares its order too, and can move a key to an end."""

    def keys(self):
        """The keys, printed as odict_keys."""
        return _View("odict_keys", super().keys)

    def values(self):
        """The values, printed as odict_values."""
        return _View("odict_values", super().values)

    def items(self):
        """The pairs, printed as odict_items."""
        return _View("odict_items", super().items)

    def move_to_end(self, key, last=True):
        """Make `key` the last one, or the first one."""
        value = self[key]
        del self[key]
        rest = [] if last else list(self.items())
        for other, _ in rest:
            del self[other]
        self[key] = value
        for other, kept in rest:
            self[other] = kept

    def popitem(self, last=True):
        """Remove a pair at an end and return it."""
        if len(self) == 0:
            raise KeyError("dictionary is empty")
        keys = list(self.keys())
        key = keys[-1] if last else keys[0]
        return key, self.pop(key)

    def copy(self):
        """The same pairs in a new dictionary of the same class."""
        return type(self)(self)

    @classmethod
    def fromkeys(cls, keys, value=None):
        """A dictionary that gives every key the same value."""
        return cls([(key, value) for key in keys])

    def __eq__(self, other):
        """Two ordered dictionaries are equal when their pairs are, in order."""
        if isinstance(other, OrderedDict):
            return list(self.items()) == list(other.items())
        return isinstance(other, dict) and dict(self) == dict(other)

    def __ne__(self, other):
        return not self == other

    def __or__(self, other):
        merged = self.copy()
        merged.update(other)
        return merged

    def __repr__(self):
        if len(self) == 0:
            return type(self).__name__ + "()"
        return type(self).__name__ + "(" + repr(list(self.items())) + ")"


class defaultdict(dict):
    """A dict that makes the value of a missing key by calling `default_factory`."""

    def __init__(self, default_factory=None, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        super().__init__(*args, **kwargs)
        self.default_factory = default_factory

    def __getitem__(self, key):
        if key not in self:
            return self.__missing__(key)
        return super().__getitem__(key)

    def __missing__(self, key):
        """The value for a key that is not there yet."""
        if self.default_factory is None:
            raise KeyError(key)
        self[key] = value = self.default_factory()
        return value

    def copy(self):
        """The same pairs and factory in a new dictionary."""
        return type(self)(self.default_factory, self)

    def __repr__(self):
        return "defaultdict(" + repr(self.default_factory) + ", " + repr(dict(self)) + ")"


class Counter(dict):
    """A dict from things to how often they occur; a missing one occurs 0 times."""

    def __init__(self, iterable=None, **counts):
        super().__init__()
        self.update(iterable, **counts)

    def __getitem__(self, key):
        return self.get(key, 0)

    def update(self, iterable=None, **counts):
        """Add the counts of a mapping, or count what an iterable gives."""
        pairs = []
        if isinstance(iterable, dict):
            pairs = list(iterable.items())
        elif iterable is not None:
            for item in iterable:
                self[item] = self.get(item, 0) + 1
        for key, count in pairs + list(counts.items()):
            self[key] = self[key] + count

    def subtract(self, iterable=None, **counts):
        """Take counts away; they may become negative."""
        for key, count in Counter(iterable, **counts).items():
            self[key] = self[key] - count

    def most_common(self, n=None):
        """The n most frequent (thing, count) pairs, most frequent first."""
        ranked = sorted(self.items(), key=lambda pair: pair[1], reverse=True)
        return ranked if n is None else ranked[:n]

    def elements(self):
        """Each thing as often as its count."""
        return iter([key for key, count in self.items() for _ in range(count)])

    def total(self):
        """The sum of all counts."""
        return sum(self.values())

    def copy(self):
        """The same counts in a new Counter."""
        return Counter(self)

    def __add__(self, other):
        keys = list(self) + [key for key in other if key not in self]
        return Counter({key: self[key] + other[key] for key in keys if self[key] + other[key] > 0})

    def __sub__(self, other):
        keys = list(self) + [key for key in other if key not in self]
        return Counter({key: self[key] - other[key] for key in keys if self[key] - other[key] > 0})

    def __and__(self, other):
        least = {key: min(count, other[key]) for key, count in self.items()}
        return Counter({key: count for key, count in least.items() if count > 0})

    def __or__(self, other):
        keys = list(self) + [key for key in other if key not in self]
        most = {key: max(self[key], other[key]) for key in keys}
        return Counter({key: count for key, count in most.items() if count > 0})

    def __pos__(self):
        return Counter({key: count for key, count in self.items() if count > 0})

    def __neg__(self):
        return Counter({key: -count for key, count in self.items() if count < 0})

    def _become(self, other):
        """Take over the counts of another one."""
        self.clear()
        self.update(other)
        return self

    def __iadd__(self, other):
        return self._become(self + other)

    def __isub__(self, other):
        return self._become(self - other)

    def __iand__(self, other):
        return self._become(self & other)

    def __ior__(self, other):
        return self._become(self | other)

    def __eq__(self, other):
        if not isinstance(other, Counter):
            return dict(self) == other
        return all([self[key] == other[key] for key in [*self, *other]])

    def __ne__(self, other):
        return not self == other

    def __le__(self, other):
        return all([self[key] <= other[key] for key in [*self, *other]])

    def __lt__(self, other):
        return self <= other and self != other

    def __ge__(self, other):
        return all([self[key] >= other[key] for key in [*self, *other]])

    def __gt__(self, other):
        return self >= other and self != other

    def __delitem__(self, key):
        if key in self:
            super().__delitem__(key)

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError("Counter.fromkeys() is undefined.  Use Counter(iterable) instead.")

    def __repr__(self):
        if len(self) == 0:
            return "Counter()"
        return "Counter(" + repr(dict(self.most_common())) + ")"


class _Field:
    """Reads one place of a record by name; it cannot be set."""

    def __init__(self, place):
        self._place = place

    def __get__(self, record, owner=None):
        return self if record is None else tuple.__getitem__(record, self._place)

    def __set__(self, record, value):
        raise AttributeError("can't set attribute")


def _listed(names):
    """'a', 'b', and 'c' for a sentence."""
    quoted = [repr(name) for name in names]
    if len(quoted) < 3:
        return " and ".join(quoted)
    return ", ".join(quoted[:-1]) + ", and " + quoted[-1]


class Record(tuple):
    """What named tuples are made of: tuples whose places have names."""

    _fields = ()
    _field_defaults = {}

    def __init_subclass__(cls, **options):
        if "_fields" in cls.__dict__:
            for place, field in enumerate(cls._fields):
                setattr(cls, field, _Field(place))
            cls.__match_args__ = cls._fields

    def __new__(cls, *args, **kwargs):
        fields = cls._fields
        if len(args) != len(fields) or kwargs:
            args = cls._filled(args, kwargs)
        return tuple.__new__(cls, args)

    @classmethod
    def _filled(cls, args, kwargs):
        """The values in order, from arguments, keywords and defaults."""
        name = cls.__name__ + ".__new__()"
        if len(args) > len(cls._fields):
            least = len(cls._fields) - len(cls._field_defaults) + 1
            most = len(cls._fields) + 1
            raise TypeError(f"{name} takes " + (f"from {least} to " if least < most else "") +
                            f"{most} positional arguments but {len(args) + 1} were given")
        values = dict(zip(cls._fields, args))
        for field, value in kwargs.items():
            if field in values:
                raise TypeError(f"{name} got multiple values for argument '{field}'")
            if field not in cls._fields:
                raise TypeError(f"{name} got an unexpected keyword argument '{field}'")
            values[field] = value
        missing = []
        for field in cls._fields:
            if field not in values and field in cls._field_defaults:
                values[field] = cls._field_defaults[field]
            elif field not in values:
                missing.append(field)
        if missing:
            many = "s" if len(missing) > 1 else ""
            raise TypeError(f"{name} missing {len(missing)} required positional argument{many}: "
                            + _listed(missing))
        return [values[field] for field in cls._fields]

    @classmethod
    def _make(cls, values):
        """A record from any iterable of values."""
        values = tuple(values)
        if len(values) != len(cls._fields):
            raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(values)}")
        return tuple.__new__(cls, values)

    def _asdict(self):
        """A dict from field names to values."""
        return dict(zip(self._fields, self))

    def _replace(self, **changes):
        """A copy with some fields changed."""
        unknown = [name for name in changes if name not in self._fields]
        if unknown:
            raise ValueError(f"Got unexpected field names: {unknown!r}")
        return self._make([changes.get(name, value) for name, value in zip(self._fields, self)])

    def __copy__(self):
        return self

    def __repr__(self):
        parts = [field + "=" + repr(value) for field, value in zip(self._fields, self)]
        return type(self).__name__ + "(" + ", ".join(parts) + ")"


_KEYWORDS = ("False None True and as assert async await break class continue def del elif else except "
             "finally for from global if import in is lambda nonlocal not or pass raise return try "
             "while with yield").split()


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    """A new class of records: `Point = namedtuple("Point", "x y")`."""
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    names = [str(name) for name in field_names]
    for k, name in enumerate(names):
        if rename and (not name.isidentifier() or name in _KEYWORDS or name.startswith("_") or
                       name in names[:k]):
            names[k] = f"_{k}"
    for name in [typename] + names:
        if not name.isidentifier():
            raise ValueError(f"Type names and field names must be valid identifiers: {name!r}")
        if name in _KEYWORDS:
            raise ValueError(f"Type names and field names cannot be a keyword: {name!r}")
    for k, name in enumerate(names):
        if name.startswith("_") and not rename:
            raise ValueError(f"Field names cannot start with an underscore: {name!r}")
        if name in names[:k]:
            raise ValueError(f"Encountered duplicate field name: {name!r}")
    last = [] if defaults is None else list(defaults)
    if len(last) > len(names):
        raise TypeError("Got more default values than field names")
    return type(typename, (Record,), {
        "_fields": tuple(names),
        "_field_defaults": dict(zip(names[len(names) - len(last):], last)),
        "__doc__": typename + "(" + ", ".join(names) + ")",
        "__module__": "__main__" if module is None else module,
    })


class deque:
    """A list with two ends; with `maxlen`, adding at one end drops at the other."""

    def __init__(self, iterable=(), maxlen=None):
        self.maxlen = maxlen
        self._items = []
        self.extend(iterable)

    def append(self, item):
        """Add at the right end."""
        self._items.append(item)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            self._items.pop(0)

    def appendleft(self, item):
        """Add at the left end."""
        self._items.insert(0, item)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            self._items.pop()

    def extend(self, iterable):
        """Add each item at the right end."""
        for item in iterable:
            self.append(item)

    def pop(self):
        """Take the rightmost item."""
        if not self._items:
            raise IndexError("pop from an empty deque")
        return self._items.pop()

    def popleft(self):
        """Take the leftmost item."""
        if not self._items:
            raise IndexError("pop from an empty deque")
        return self._items.pop(0)

    def clear(self):
        """Drop everything."""
        self._items.clear()

    def extendleft(self, iterable):
        """Add each item at the left end."""
        for item in iterable:
            self.appendleft(item)

    def rotate(self, n=1):
        """Move n items from the right end to the left one."""
        if self._items:
            cut = -n % len(self._items)
            self._items = self._items[cut:] + self._items[:cut]

    def insert(self, index, item):
        """Put an item before the one at `index`."""
        if self.maxlen is not None and len(self._items) >= self.maxlen:
            raise IndexError("deque already at its maximum size")
        self._items.insert(index, item)

    def remove(self, item):
        """Drop the first item that is equal."""
        if item not in self._items:
            raise ValueError("deque.remove(x): x not in deque")
        self._items.remove(item)

    def index(self, item):
        """The place of the first item that is equal."""
        if item not in self._items:
            raise ValueError(f"{item!r} is not in deque")
        return self._items.index(item)

    def count(self, item):
        """How many items are equal."""
        return self._items.count(item)

    def reverse(self):
        """Turn the order round."""
        self._items.reverse()

    def copy(self):
        """The same items in a new deque."""
        return deque(self._items, self.maxlen)

    def __reversed__(self):
        return iter(self._items[::-1])

    def __add__(self, other):
        return deque(self._items + list(other), self.maxlen)

    def __mul__(self, times):
        return deque(self._items * times, self.maxlen)

    def __lt__(self, other):
        return self._items < other._items

    def __iadd__(self, other):
        self.extend(other)
        return self

    def __delitem__(self, index):
        del self._items[index]

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(list(self._items))

    def __getitem__(self, index):
        if not -len(self._items) <= index < len(self._items):
            raise IndexError("deque index out of range")
        return self._items[index]

    def __setitem__(self, index, item):
        if not -len(self._items) <= index < len(self._items):
            raise IndexError("deque index out of range")
        self._items[index] = item

    def __contains__(self, item):
        return item in self._items

    def __eq__(self, other):
        return isinstance(other, deque) and self._items == other._items

    def __repr__(self):
        limit = "" if self.maxlen is None else f", maxlen={self.maxlen}"
        return "deque(" + repr(self._items) + limit + ")"
