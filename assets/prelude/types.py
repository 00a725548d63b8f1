# Makes objects of attributes alone, and a dictionary that only shows another one. The rest of types is made in C.

_inside = []  # namespaces whose repr is under way


class SimpleNamespace:
    """Attributes and nothing else."""

    def __init__(self, /, *args, **kwargs):
        if args:
            raise TypeError("no positional arguments expected")
        self.__dict__.update(kwargs)

    def __repr__(self):
        name = "namespace" if type(self) is SimpleNamespace else type(self).__name__
        if id(self) in _inside:
            return f"{name}(...)"
        _inside.append(id(self))
        try:
            return f"{name}({', '.join([f'{key}={value!r}' for key, value in self.__dict__.items()])})"
        finally:
            _inside.pop()

    def __eq__(self, other):
        return self.__dict__ == other.__dict__ if isinstance(other, SimpleNamespace) else NotImplemented


class MappingProxyType(dict):
    """A dictionary that cannot be changed."""

    def __setitem__(self, key, value):
        raise TypeError("'mappingproxy' object does not support item assignment")

    def __delitem__(self, key):
        raise TypeError("'mappingproxy' object does not support item deletion")

    def __str__(self):
        return dict.__repr__(self)

    def __repr__(self):
        return f"mappingproxy({dict.__repr__(self)})"


def new_class(name, bases=(), kwds=None, exec_body=None):
    """A class made by a call."""
    body = {}
    if exec_body is not None:
        exec_body(body)
    return type(name, bases, body)
