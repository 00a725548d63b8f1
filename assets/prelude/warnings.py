# Writes warnings to standard error, each text once, and never into the program's output. Filters only know
# "ignore" (say nothing) and "error" (raise the warning).

import sys

_filter = {"action": "default"}
_seen = set()


def warn(message, category=UserWarning, stacklevel=1, source=None):
    """Print one line on standard error, or raise it when the filter says error."""
    if isinstance(message, Warning):
        category = type(message)
    if _filter["action"] == "error":
        raise category(str(message))
    kept = _filter.get("record")
    if kept is not None:
        kept.append(WarningMessage(message, category))
    elif _filter["action"] != "ignore" and str(message) not in _seen:
        _seen.add(str(message))
        print(category.__name__ + ": " + str(message), file=sys.stderr)


def simplefilter(action, category=Warning, lineno=0, append=False):
    """Set what happens to warnings; the category is not looked at."""
    _filter["action"] = action


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    """The same as simplefilter when it is meant for all warnings."""
    if not message and not module:
        simplefilter(action)


def resetwarnings():
    """Back to printing each text once."""
    _filter["action"] = "default"


class WarningMessage:
    """A recorded warning."""

    def __init__(self, message, category):
        self.message = message
        self.category = category


class catch_warnings:
    """`with catch_warnings(record=True) as seen:` keeps warnings in a list and restores the filter."""

    def __init__(self, record=False):
        self._record = [] if record else None

    def __enter__(self):
        self._before = dict(_filter)
        if self._record is not None:
            _filter["record"] = self._record
        return self._record

    def __exit__(self, kind, error, trace):
        _filter.clear()
        _filter.update(self._before)
        return False
