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


class closing:
    """A `with` block that closes its object at the end."""

    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, kind, error, trace):
        self.thing.close()
        return False
