# Saved objects live in files, and there are none: the names are there, every call is refused.

from torch._C import _unsupported

HIGHEST_PROTOCOL = 5
DEFAULT_PROTOCOL = 4


class PickleError(Exception):
    """Base of the errors of pickle."""


class PicklingError(PickleError):
    """An object that cannot be saved."""


class UnpicklingError(PickleError):
    """A text that is no saved object."""


def dump(obj, file, protocol=None, **options):
    """Refused."""
    _unsupported("pickle.dump() is not supported: there is no file access")


def load(file, **options):
    """Refused."""
    _unsupported("pickle.load() is not supported: there is no file access")


def dumps(obj, protocol=None, **options):
    """Refused."""
    _unsupported("pickle.dumps() is not supported: there is no file access to use it for; "
                 "copy.deepcopy() copies")


def loads(data, **options):
    """Refused."""
    _unsupported("pickle.loads() is not supported: there is no file access to use it for; "
                 "copy.deepcopy() copies")
