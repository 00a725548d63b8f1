# Declares the abstract containers: classes to inherit from, which also know by its methods what is one of
# them.


def _has(asked, self, kind, *names):
    """Whether a class has all these methods; only the abstract class itself asks so."""
    if asked is not self:
        return NotImplemented
    return all([_defined(kind, name) is not None for name in names])


def _defined(kind, name):
    """What a class has under that name, not what its own class has."""
    for base in kind.__mro__:
        if name in base.__dict__:
            return base.__dict__[name]
    return None


class Hashable:
    """What can be a key."""

    @classmethod
    def __subclasshook__(cls, kind):
        return _has(cls, Hashable, kind, "__hash__") and kind not in (list, dict, set)


class Callable:
    """What can be called."""

    @classmethod
    def __subclasshook__(cls, kind):
        known = (type, type(len), type(_has), type(cls.__subclasshook__))
        return issubclass(kind, known) or _has(cls, Callable, kind, "__call__")


class Sized:
    """What has a length."""

    @classmethod
    def __subclasshook__(cls, kind):
        return _has(cls, Sized, kind, "__len__")


class Container:
    """What says what is in it."""

    @classmethod
    def __subclasshook__(cls, kind):
        return _has(cls, Container, kind, "__contains__")


class Iterable:
    """What can be walked."""

    @classmethod
    def __subclasshook__(cls, kind):
        return _has(cls, Iterable, kind, "__iter__")


class Iterator(Iterable):
    """What gives one item after the other."""

    @classmethod
    def __subclasshook__(cls, kind):
        return _has(cls, Iterator, kind, "__iter__", "__next__")

    def __iter__(self):
        return self


class Generator(Iterator):
    """What a function with yield returns."""

    @classmethod
    def __subclasshook__(cls, kind):
        return _known(cls, Generator, kind, type((item for item in ())))


class Reversible(Iterable):
    """What can be walked backwards."""

    @classmethod
    def __subclasshook__(cls, kind):
        return _has(cls, Reversible, kind, "__iter__", "__reversed__")


class Collection(Sized, Iterable, Container):
    """What has a length, can be walked and searched."""

    @classmethod
    def __subclasshook__(cls, kind):
        return _has(cls, Collection, kind, "__len__", "__iter__", "__contains__")


def _known(asked, self, kind, classes):
    """Whether a class is one of the built-in ones that count."""
    return NotImplemented if asked is not self else issubclass(kind, classes)


class Sequence(Reversible, Collection):
    """Items by number; a subclass has __getitem__ and __len__."""

    @classmethod
    def __subclasshook__(cls, kind):
        return _known(cls, Sequence, kind, (list, tuple, str, range))

    def __iter__(self):
        return iter([self[k] for k in range(len(self))])

    def __reversed__(self):
        return iter([self[k] for k in range(len(self) - 1, -1, -1)])

    def __contains__(self, value):
        return any([item is value or item == value for item in self])

    def index(self, value):
        """The place of the first item that is equal."""
        for place, item in enumerate(self):
            if item is value or item == value:
                return place
        raise ValueError

    def count(self, value):
        """How many items are equal."""
        return sum([item is value or item == value for item in self])


class MutableSequence(Sequence):
    """A sequence that changes; a subclass has __setitem__, __delitem__ and insert too."""

    @classmethod
    def __subclasshook__(cls, kind):
        return _known(cls, MutableSequence, kind, list)

    def append(self, value):
        """Add at the end."""
        self.insert(len(self), value)

    def extend(self, values):
        """Add each at the end."""
        for value in list(values):
            self.append(value)

    def pop(self, index=-1):
        """Take one out."""
        value = self[index]
        del self[index]
        return value

    def remove(self, value):
        """Drop the first one that is equal."""
        del self[self.index(value)]


class Set(Collection):
    """A set; a subclass has __contains__, __iter__ and __len__."""

    @classmethod
    def __subclasshook__(cls, kind):
        return _known(cls, Set, kind, (set, frozenset, type({}.keys()), type({}.items())))

    def __eq__(self, other):
        return set(self) == set(other)

    def __le__(self, other):
        return set(self) <= set(other)

    def __and__(self, other):
        return set(self) & set(other)

    def __or__(self, other):
        return set(self) | set(other)

    def __sub__(self, other):
        return set(self) - set(other)


class MutableSet(Set):
    """A set that changes; a subclass has add and discard too."""

    @classmethod
    def __subclasshook__(cls, kind):
        return _known(cls, MutableSet, kind, set)

    def remove(self, value):
        """Take one out that is there."""
        if value not in self:
            raise KeyError(value)
        self.discard(value)


class Mapping(Collection):
    """Values by key; a subclass has __getitem__, __iter__ and __len__."""

    @classmethod
    def __subclasshook__(cls, kind):
        return _known(cls, Mapping, kind, dict)

    def get(self, key, default=None):
        """The value of a key, or the default."""
        try:
            return self[key]
        except KeyError:
            return default

    def keys(self):
        """The keys."""
        return dict.fromkeys(self).keys()

    def values(self):
        """The values."""
        return dict(self.items()).values()

    def items(self):
        """The pairs."""
        return {key: self[key] for key in self}.items()

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def __eq__(self, other):
        return isinstance(other, (dict, Mapping)) and dict(self.items()) == dict(other.items())


class MutableMapping(Mapping):
    """A mapping that changes; a subclass has __setitem__ and __delitem__ too."""

    @classmethod
    def __subclasshook__(cls, kind):
        return _known(cls, MutableMapping, kind, dict)

    def pop(self, key, *default):
        """Take a key out; its value."""
        if key in self or not default:
            value = self[key]
            del self[key]
            return value
        return default[0]

    def setdefault(self, key, default=None):
        """The value of a key, set first if it is not there."""
        if key not in self:
            self[key] = default
        return self[key]

    def update(self, other=(), **pairs):
        """Set many keys."""
        for key, value in {**dict(other), **pairs}.items():
            self[key] = value

    def clear(self):
        """Take out every key."""
        for key in list(self):
            del self[key]


class _View:
    """What keys(), values() and items() of a dict return."""

    _of = None

    @classmethod
    def __subclasshook__(cls, kind):
        return kind is cls._of


class KeysView(_View):
    """Keys."""

    _of = type({}.keys())


class ValuesView(_View):
    """Values."""

    _of = type({}.values())


class ItemsView(_View):
    """Pairs."""

    _of = type({}.items())
