# Nothing is measured here: names of parts of a program are blocks like any other.


class record_function:
    """A part of a program under a name, as a block or a decorator."""

    def __init__(self, name, args=None):
        self.name = name

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return False

    def __call__(self, function):
        return function
