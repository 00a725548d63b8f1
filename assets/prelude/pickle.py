# Objects that are saved and loaded again within one run. They are kept as they are: as bytes there are none.

import _files
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
    """Puts an object into a file of this run."""
    _files.save(obj, file)


def load(file, **options):
    """The object that dump put there, as new."""
    return _files.load(file, "pickle.load()")


def dumps(obj, protocol=None, **options):
    """Refused."""
    _unsupported("pickle.dumps() is not supported: an object is not kept as bytes; "
                 "copy.deepcopy() copies")


def loads(data, **options):
    """Refused."""
    _unsupported("pickle.loads() is not supported: an object is not kept as bytes; "
                 "copy.deepcopy() copies")
