# Functions about functions. Caches are dictionaries that the returned function keeps;
# nothing here is specific to tensors.


class partial:
    """A function with some arguments filled in beforehand."""

    def __init__(self, func, *args, **keywords):
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


def update_wrapper(wrapper, wrapped):
    """Let `wrapper` carry the name and the docstring of the function that it stands for."""
    for name in ("__module__", "__name__", "__qualname__", "__doc__"):
        if hasattr(wrapped, name):
            setattr(wrapper, name, getattr(wrapped, name))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped):
    """Decorator form of update_wrapper."""
    return lambda wrapper: update_wrapper(wrapper, wrapped)


def lru_cache(maxsize=128, typed=False):
    """Decorator: remember the last `maxsize` results (all of them with None)."""
    if callable(maxsize):
        return lru_cache()(maxsize)

    def decorate(function):
        """Wrap one function."""
        kept = {}
        counts = {"hits": 0, "misses": 0}

        def cached(*args, **kwargs):
            """Look the arguments up before calling."""
            key = (args, tuple(kwargs.items()))
            if key in kept:
                counts["hits"] += 1
                kept[key] = kept.pop(key)
                return kept[key]
            counts["misses"] += 1
            result = function(*args, **kwargs)
            kept[key] = result
            if maxsize is not None and len(kept) > maxsize:
                del kept[next(iter(kept))]
            return result

        def cache_clear():
            """Forget all results."""
            kept.clear()
            counts.update({"hits": 0, "misses": 0})

        def cache_info():
            """How well the cache did."""
            return CacheInfo(counts["hits"], counts["misses"], maxsize, len(kept))

        cached.cache_clear = cache_clear
        cached.cache_info = cache_info
        return update_wrapper(cached, function)

    return decorate


class CacheInfo:
    """Hits and misses of a cache, its limit and its present size."""

    def __init__(self, hits, misses, maxsize, currsize):
        self.hits = hits
        self.misses = misses
        self.maxsize = maxsize
        self.currsize = currsize

    def __repr__(self):
        return (f"CacheInfo(hits={self.hits}, misses={self.misses}, "
                f"maxsize={self.maxsize}, currsize={self.currsize})")


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
