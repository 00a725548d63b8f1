# Makes context managers, most of all those written as a generator.

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


class closing:
    """Closes a thing behind the block."""

    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, kind, error, trace):
        self.thing.close()


class redirect_stdout:
    """What the block prints goes into a file."""

    _stream = "stdout"

    def __init__(self, new_target):
        self._new_target, self._old_targets = new_target, []

    def __enter__(self):
        import sys
        self._old_targets.append(getattr(sys, self._stream))
        setattr(sys, self._stream, self._new_target)
        return self._new_target

    def __exit__(self, kind, error, trace):
        import sys
        setattr(sys, self._stream, self._old_targets.pop())


class redirect_stderr(redirect_stdout):
    """What the block writes about errors goes into a file."""

    _stream = "stderr"


class AbstractContextManager:
    """Base of context managers."""

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return None


class ExitStack(AbstractContextManager):
    """Context managers entered in the block, left in the opposite order behind it."""

    def __init__(self):
        self._exits = []

    def enter_context(self, cm):
        """Enters cm; it is left with the others."""
        made = type(cm).__enter__(cm)
        self._exits.append(lambda *told: type(cm).__exit__(cm, *told))
        return made

    def push(self, exit):
        """A context manager that was entered, or a function like its __exit__."""
        leave = getattr(type(exit), "__exit__", None)
        self._exits.append(exit if leave is None else lambda *told: leave(exit, *told))
        return exit

    def callback(self, callback, *args, **kwds):
        """A call behind the block."""
        def leave(*told):
            callback(*args, **kwds)
        self._exits.append(leave)
        return callback

    def pop_all(self):
        """Another stack that takes over all of them."""
        other = type(self)()
        other._exits, self._exits = self._exits, []
        return other

    def close(self):
        """Leaves them now."""
        self.__exit__(None, None, None)

    def __exit__(self, kind, error, trace):
        raised = None
        while self._exits:
            try:
                if self._exits.pop()(kind, error, trace):
                    kind = error = trace = raised = None
            except BaseException as other:
                kind, error, trace, raised = type(other), other, other.__traceback__, other
        if raised is not None:
            raise raised
        return kind is None
