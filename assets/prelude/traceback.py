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


class FrameSummary:
    """One place of a traceback."""

    def __init__(self, filename, lineno, name, line=None):
        self.filename, self.lineno, self.name, self.line = filename, lineno, name, line

    def __iter__(self):
        return iter((self.filename, self.lineno, self.name, self.line))

    def __getitem__(self, k):
        return tuple(self)[k]

    def __len__(self):
        return 4

    def __repr__(self):
        return f"<FrameSummary file {self.filename}, line {self.lineno} in {self.name}>"


class StackSummary(list):
    """The places of a traceback, outermost first."""

    def format(self):
        return [f'  File "{p.filename}", line {p.lineno}, in {p.name}\n'
                + (f"    {p.line}\n" if p.line else "") for p in self]


def extract_tb(tb, limit=None):
    """The places of the learner's code that led to the exception."""
    places = [] if tb is None else [FrameSummary(*place) for place in sys._told(tb._raised, True)]
    if limit is not None:
        places = places[:limit] if limit >= 0 else places[limit:]
    return StackSummary(places)


def format_list(extracted_list):
    """The same as text."""
    return StackSummary(p if isinstance(p, FrameSummary) else FrameSummary(*p)
                        for p in extracted_list).format()


def format_tb(tb, limit=None):
    """The places alone, without the marks under them."""
    return extract_tb(tb, limit).format()


def print_tb(tb, limit=None, file=None):
    """Writes them to standard error, or to `file`."""
    print("".join(format_tb(tb, limit)), end="", file=file or sys.stderr)


def format_stack(f=None, limit=None):
    """The calls under way are not shown."""
    return []


def print_stack(f=None, limit=None, file=None):
    """The calls under way are not shown."""
