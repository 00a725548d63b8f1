# Holds what operator has beyond the operators themselves, which are made in C.


def countOf(a, b):
    """How many items of a are b."""
    return sum([1 for item in a if item is b or item == b])


def indexOf(a, b):
    """The place of the first b in a."""
    for place, item in enumerate(a):
        if item is b or item == b:
            return place
    raise ValueError("sequence.index(x): x not in sequence")


def length_hint(obj, default=0):
    """len(obj), or the default."""
    return len(obj) if hasattr(obj, "__len__") else default


def call(obj, /, *args, **kwargs):
    """obj(*args, **kwargs)"""
    return obj(*args, **kwargs)
