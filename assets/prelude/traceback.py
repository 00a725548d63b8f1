# Tracebacks as text, in the form in which a run ends.

import sys


def format_exception(exc, value=None, tb=None, limit=None, chain=True):
    """The lines of the traceback of an exception."""
    told = sys._told(value if value is not None else exc)
    return [line + "\n" for line in told.splitlines()]


def format_exception_only(exc, value=None):
    """The last line: the class and what it says."""
    value = value if value is not None else exc
    text, name = str(value), type(value).__qualname__
    if type(value).__module__ not in ("builtins", "__main__"):
        name = type(value).__module__ + "." + name
    return [name + (": " + text if text else "") + "\n"]


def format_exc(limit=None, chain=True):
    """The traceback of the exception that is handled."""
    value = sys.exc_info()[1]
    return "NoneType: None\n" if value is None else "".join(format_exception(value))


def print_exception(exc, value=None, tb=None, limit=None, file=None, chain=True):
    """Writes it to standard error, or to `file`."""
    print("".join(format_exception(exc, value)), end="", file=file or sys.stderr)


def print_exc(limit=None, file=None, chain=True):
    """Writes the traceback of the exception that is handled."""
    print(format_exc(), end="", file=file or sys.stderr)


def format_tb(tb, limit=None):
    """The places alone are not kept."""
    return []


def print_tb(tb, limit=None, file=None):
    """The places alone are not kept."""


def format_stack(f=None, limit=None):
    """The calls under way are not shown."""
    return []


def print_stack(f=None, limit=None, file=None):
    """The calls under way are not shown."""


def extract_tb(tb, limit=None):
    """The places alone are not kept."""
    return []
