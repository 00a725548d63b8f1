# Context managers that need no generators. `contextmanager` itself is not here: the notation has
# no `yield`.


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


class ExitStack:
    """A `with` block that leaves, in the end, all that it entered, the last one first."""

    def __init__(self):
        self._exits = []

    def enter_context(self, manager):
        """Enter it, and leave it in the end."""
        entered = manager.__enter__()
        self.push(manager)
        return entered

    def push(self, leave):
        """A manager, or a function like __exit__, for the end."""
        self._exits.append(leave.__exit__ if hasattr(leave, "__exit__") else leave)
        return leave

    def callback(self, function, /, *args, **keywords):
        """A call for the end."""
        self._exits.append(lambda kind, error, trace: bool(function(*args, **keywords)) and False)
        return function

    def close(self):
        """Leave everything now."""
        self.__exit__(None, None, None)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        raised = kind is not None
        while self._exits:
            leave = self._exits.pop()
            try:
                if leave(kind, error, trace):
                    kind, error, trace = None, None, None
            except BaseException as other:
                kind, error = type(other), other
                if not self._exits:
                    raise
        return raised and kind is None


class redirect_stdout:
    """A `with` block whose prints go into another stream."""

    _stream = "stdout"

    def __init__(self, new_target):
        self._target = new_target
        self._before = []

    def __enter__(self):
        import sys
        self._before.append(getattr(sys, self._stream))
        setattr(sys, self._stream, self._target)
        return self._target

    def __exit__(self, kind, error, trace):
        import sys
        setattr(sys, self._stream, self._before.pop())
        return False


class redirect_stderr(redirect_stdout):
    """The same for standard error."""

    _stream = "stderr"


class closing:
    """A `with` block that closes its object at the end."""

    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, kind, error, trace):
        self.thing.close()
        return False
