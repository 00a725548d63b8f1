# Containers that PyTorch programs meet: the ordered dictionary that modules keep their parts in,
# and its neighbours. Plain dictionaries already keep their order; what differs is printing,
# equality and missing keys.

class _View:
    """What keys(), values() and items() of an OrderedDict return."""

    def __init__(self, name, read):
        self._name = name
        self._read = read

    def __iter__(self):
        return iter(list(self._read()))

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
        super().__init__(*args, **kwargs)
        self.default_factory = default_factory

    def __getitem__(self, key):
        if key not in self:
            if self.default_factory is None:
                raise KeyError(key)
            self[key] = self.default_factory()
        return super().__getitem__(key)

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
            pairs = [(item, 1) for item in iterable]
        for key, count in pairs + list(counts.items()):
            self[key] = self[key] + count

    def subtract(self, iterable=None, **counts):
        """Take counts away; they may become negative."""
        for key, count in Counter(iterable, **counts).items():
            self[key] = self[key] - count

    def most_common(self, n=None):
        """The n most frequent (thing, count) pairs, most frequent first."""
        ranked = sorted(self.items(), key=lambda pair: -pair[1])
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

    def __repr__(self):
        if len(self) == 0:
            return "Counter()"
        return "Counter(" + repr(dict(self.most_common())) + ")"


class Record:
    """What named tuples are made of: fields that are read by name or by position and never change."""

    _fields = ()
    _field_defaults = {}

    def __init__(self, *args, **kwargs):
        name = type(self).__name__ + ".__new__()"
        if len(args) > len(self._fields):
            raise TypeError(f"{name} takes {len(self._fields) + 1} positional arguments "
                            f"but {len(args) + 1} were given")
        values = dict(zip(self._fields, args))
        for field, value in kwargs.items():
            if field in values:
                raise TypeError(f"{name} got multiple values for argument '{field}'")
            if field not in self._fields:
                raise TypeError(f"{name} got an unexpected keyword argument '{field}'")
            values[field] = value
        missing = []
        for field in self._fields:
            if field not in values and field not in self._field_defaults:
                missing.append(repr(field))
            object.__setattr__(self, field, values.get(field, self._field_defaults.get(field)))
        if missing:
            many = "s" if len(missing) > 1 else ""
            listed = " and ".join(missing) if len(missing) < 3 else (
                ", ".join(missing[:-1]) + ", and " + missing[-1])
            raise TypeError(f"{name} missing {len(missing)} required positional argument{many}: {listed}")

    def _values(self):
        """The fields' values as a plain tuple."""
        return tuple([getattr(self, field) for field in self._fields])

    def _asdict(self):
        """A dict from field names to values."""
        return dict(zip(self._fields, self._values()))

    def _replace(self, **changes):
        """A copy with some fields changed."""
        merged = self._asdict()
        merged.update(changes)
        return type(self)(**merged)

    def index(self, value):
        """The position of the first field with this value."""
        return self._values().index(value)

    def count(self, value):
        """How many fields have this value."""
        return self._values().count(value)

    def __setattr__(self, name, value):
        raise AttributeError("can't set attribute" if name in self._fields else
                             f"'{type(self).__name__}' object has no attribute '{name}'")

    def __len__(self):
        return len(self._fields)

    def __iter__(self):
        return iter(self._values())

    def __getitem__(self, index):
        return self._values()[index]

    def __contains__(self, value):
        return value in self._values()

    def __add__(self, other):
        return self._values() + tuple(other)

    def __eq__(self, other):
        return isinstance(other, (tuple, Record)) and self._values() == tuple(other)

    def __ne__(self, other):
        return not self == other

    def __lt__(self, other):
        return self._values() < tuple(other)

    def __hash__(self):
        return hash(self._values())

    def __repr__(self):
        parts = [field + "=" + repr(getattr(self, field)) for field in self._fields]
        return type(self).__name__ + "(" + ", ".join(parts) + ")"


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    """A new class of records: `Point = namedtuple("Point", "x y")`."""
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()

    class Made(Record):
        """A record with the fields that namedtuple was asked for."""

        @classmethod
        def _make(cls, values):
            """A record from any iterable of values."""
            return cls(*values)

    Made.__name__ = typename
    Made.__qualname__ = typename
    Made._fields = tuple(field_names)
    last = list(defaults) if defaults is not None else []
    Made._field_defaults = dict(zip(field_names[len(field_names) - len(last):], last))
    return Made


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


class ChainMap:
    """Several mappings read as one: the first that has a key answers, changes go to the first."""

    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def _merged(self):
        """One dict with what is seen."""
        merged = {}
        for mapping in reversed(self.maps):
            merged.update(mapping)
        return merged

    def new_child(self, m=None):
        """The same maps behind one more."""
        return ChainMap({} if m is None else m, *self.maps)

    def get(self, key, default=None):
        """The value of a key, or the default."""
        return self._merged().get(key, default)

    def keys(self):
        """Every key once."""
        return self._merged().keys()

    def values(self):
        """The values that are seen."""
        return self._merged().values()

    def items(self):
        """The pairs that are seen."""
        return self._merged().items()

    def __getitem__(self, key):
        return self._merged()[key]

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __contains__(self, key):
        return key in self._merged()

    def __iter__(self):
        return iter(self._merged())

    def __len__(self):
        return len(self._merged())

    def __repr__(self):
        return "ChainMap(" + ", ".join([repr(mapping) for mapping in self.maps]) + ")"
