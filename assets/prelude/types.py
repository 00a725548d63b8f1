# A dictionary that only shows another one. The rest of types is made in C.


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
