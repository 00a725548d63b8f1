# Context managers, most of all those written as a generator.

from functools import wraps as _wraps


class ContextDecorator:
    """A context manager that can also stand above a function, whose calls it then surrounds."""

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @_wraps(func)
        def inner(*args, **kwargs):
            with self._recreate_cm():
                return func(*args, **kwargs)

        return inner


class _GeneratorContextManager(ContextDecorator):
    """`with` over a generator: what stands before its `yield`, the block, what stands behind."""

    def __init__(self, func, args, kwargs):
        self.gen = func(*args, **kwargs)
        self._made_by = (func, args, kwargs)

    def _recreate_cm(self):
        return _GeneratorContextManager(*self._made_by)

    def __enter__(self):
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, kind, error, trace):
        if kind is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            raise RuntimeError("generator didn't stop")
        try:
            self.gen.throw(error)
        except StopIteration as stop:
            return stop is not error
        except BaseException as raised:
            # The block's own exception goes on by itself, also a StopIteration, which on its way
            # out of a generator becomes the cause of a RuntimeError.
            wrapped = isinstance(error, StopIteration) and raised.__cause__ is error
            if raised is error or wrapped:
                return False
            raise
        raise RuntimeError("generator didn't stop after throw()")


def contextmanager(func):
    """Makes a context manager of a generator function that yields once."""

    @_wraps(func)
    def helper(*args, **kwargs):
        return _GeneratorContextManager(func, args, kwargs)

    return helper


class nullcontext:
    """A `with` block that changes nothing."""

    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, kind, error, trace):
        return False


class suppress:
    """A `with` block that swallows the given exceptions."""

    def __init__(self, *kinds):
        self._kinds = kinds

    def __enter__(self):
        return None

    def __exit__(self, kind, error, trace):
        return kind is not None and issubclass(kind, self._kinds)
