# Makes functions of functions. Caches are dictionaries that the returned function keeps; nothing here is
# specific to tensors.


from collections import namedtuple
from types import MethodType


class partial:
    """A function with some arguments filled in beforehand."""

    def __init__(self, func, /, *args, **keywords):
        if not callable(func):
            raise TypeError("the first argument must be callable")
        if isinstance(func, partial):
            args, keywords, func = func.args + args, {**func.keywords, **keywords}, func.func
        self.func = func
        self.args = args
        self.keywords = keywords

    def __call__(self, *args, **keywords):
        merged = dict(self.keywords)
        merged.update(keywords)
        return self.func(*self.args, *args, **merged)

    def __repr__(self):
        parts = [repr(self.func)] + [repr(value) for value in self.args]
        parts = parts + [name + "=" + repr(value) for name, value in self.keywords.items()]
        return "functools.partial(" + ", ".join(parts) + ")"


_nothing = ["no initial value was given"]


def reduce(function, iterable, initial=_nothing):
    """Fold from the left: function(function(a, b), c) ..."""
    result = initial
    for item in iterable:
        result = item if result is _nothing else function(result, item)
    if result is _nothing:
        raise TypeError("reduce() of empty iterable with no initial value")
    return result


WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__")
WRAPPER_UPDATES = ("__dict__",)


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Let `wrapper` carry the name and the docstring of the function that it stands for."""
    for name in assigned:
        if hasattr(wrapped, name):
            setattr(wrapper, name, getattr(wrapped, name))
    for name in updated:
        getattr(wrapper, name).update(getattr(wrapped, name, {}))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Decorator form of update_wrapper."""
    return lambda wrapper: update_wrapper(wrapper, wrapped, assigned, updated)


_CacheInfo = namedtuple("CacheInfo", ["hits", "misses", "maxsize", "currsize"])


def lru_cache(maxsize=128, typed=False):
    """Decorator: remember the last `maxsize` results (all of them with None)."""
    if callable(maxsize):
        return lru_cache()(maxsize)
    if maxsize is not None and not isinstance(maxsize, int):
        raise TypeError("Expected first argument to be an integer, a callable, or None")
    limit = maxsize if maxsize is None else max(maxsize, 0)

    def decorate(function):
        """Wrap one function."""
        kept = {}
        counts = {"hits": 0, "misses": 0}

        def cached(*args, **kwargs):
            """Look the arguments up before calling."""
            key = (args, tuple(kwargs.items()))
            if typed:
                key = key + tuple([type(value) for value in [*args, *kwargs.values()]])
            if key in kept:
                counts["hits"] += 1
                kept[key] = kept.pop(key)
                return kept[key]
            counts["misses"] += 1
            result = function(*args, **kwargs)
            if limit != 0:
                kept[key] = result
            if limit is not None and len(kept) > limit:
                del kept[next(iter(kept))]
            return result

        def cache_clear():
            """Forget all results."""
            kept.clear()
            counts.update({"hits": 0, "misses": 0})

        def cache_info():
            """How well the cache did."""
            return _CacheInfo(counts["hits"], counts["misses"], limit, len(kept))

        cached.cache_clear = cache_clear
        cached.cache_info = cache_info
        cached.cache_parameters = lambda: {"maxsize": limit, "typed": typed}
        return update_wrapper(cached, function)

    return decorate


def cache(function):
    """Decorator: remember every result."""
    return lru_cache(maxsize=None)(function)


def cmp_to_key(compare):
    """A sort key from a function that returns a negative, zero or positive number."""

    class Key:
        """One value, ordered by `compare`."""

        def __init__(self, value):
            self.value = value

        def __lt__(self, other):
            return compare(self.value, other.value) < 0

        def __gt__(self, other):
            return compare(self.value, other.value) > 0

        def __eq__(self, other):
            return compare(self.value, other.value) == 0

    return Key


class cached_property:
    """A property that is computed once: the value then stands in the object's own dictionary."""

    def __init__(self, func):
        self.func = func
        self.__doc__ = func.__doc__

    def __set_name__(self, owner, name):
        self.attrname = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        value = self.func(instance)
        instance.__dict__[self.attrname] = value
        return value


def _not(function):
    """The opposite of a comparison; what is NotImplemented stays so."""
    def opposite(self, other):
        answer = function(self, other)
        return answer if answer is NotImplemented else not answer
    return opposite


def _or_equal(function):
    """A strict comparison, or equal."""
    def weaker(self, other):
        answer = function(self, other)
        return answer if answer is NotImplemented or answer else self == other
    return weaker


def _not_and_differs(function):
    """The strict comparison the other way round, from one that is not."""
    def stricter(self, other):
        answer = function(self, other)
        return answer if answer is NotImplemented else not answer and self != other
    return stricter


def _and_differs(function):
    """A comparison made strict."""
    def stricter(self, other):
        answer = function(self, other)
        return answer if answer is NotImplemented else bool(answer) and self != other
    return stricter


def _not_or_equal(function):
    """The comparison the other way round, from a weak one."""
    def weaker(self, other):
        answer = function(self, other)
        return answer if answer is NotImplemented else not answer or self == other
    return weaker


def total_ordering(cls):
    """Class decorator: the other comparisons from one of them and ==."""
    rules = {
        "__lt__": {"__gt__": _not_and_differs, "__le__": _or_equal, "__ge__": _not},
        "__le__": {"__ge__": _not_or_equal, "__lt__": _and_differs, "__gt__": _not},
        "__gt__": {"__lt__": _not_and_differs, "__ge__": _or_equal, "__le__": _not},
        "__ge__": {"__le__": _not_or_equal, "__gt__": _and_differs, "__lt__": _not},
    }
    there = [name for name in rules if any([name in base.__dict__ for base in cls.__mro__[:-1]])]
    if not there:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    root = max(there)
    for name, make in rules[root].items():
        if name not in there:
            setattr(cls, name, make(getattr(cls, root)))
    return cls


def singledispatch(function):
    """A function that is another one for other kinds of its first argument: @f.register(int), or by its hint."""
    kinds = {object: function}

    def dispatch(cls):
        for base in cls.__mro__:
            if base in kinds:
                return kinds[base]
        return function

    def register(cls, func=None):
        if func is None and not isinstance(cls, type):
            from typing import get_type_hints
            hints = [hint for name, hint in get_type_hints(cls).items() if name != "return"]
            return register(hints[0], cls)
        if func is None:
            return lambda func: register(cls, func)
        kinds[cls] = func
        return func

    @wraps(function)
    def wrapper(*args, **kwargs):
        if not args:
            raise TypeError(f"{function.__name__} requires at least 1 positional argument")
        return dispatch(type(args[0]))(*args, **kwargs)

    wrapper.register, wrapper.dispatch, wrapper.registry = register, dispatch, kinds
    return wrapper
