# TorchScript compiles functions for places without Python; a run needs nothing of it. Decorators
# give their function back.


def script(obj=None, *args, **kwargs):
    """The function or module itself."""
    return obj


def trace(func, example_inputs=None, **kwargs):
    """The function or module itself."""
    return func


def ignore(drop=False, **kwargs):
    """Decorator without effect, with and without arguments."""
    return drop if callable(drop) else lambda function: function


def export(function):
    """Decorator without effect."""
    return function


unused = export


def is_scripting():
    """Never."""
    return False


is_tracing = is_scripting
