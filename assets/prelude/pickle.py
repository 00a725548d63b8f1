# Turns objects into bytes and back, by a closed list of names (_pickled.py). What holds objects of classes is
# kept as it is, within the run.

import _files
from torch._C import _unsupported

HIGHEST_PROTOCOL = 5
DEFAULT_PROTOCOL = 4


class PickleError(Exception):
    """Base of the errors of pickle."""


class PicklingError(PickleError):
    """An object that cannot be saved."""


class UnpicklingError(PickleError):
    """Bytes that are no saved object."""


def dump(obj, file, protocol=None, **options):
    """Puts an object into a file."""
    import _pickled
    _files.save(obj, file, lambda obj, file: _pickled.parts(obj, file, DEFAULT_PROTOCOL if protocol is None else protocol))


def load(file, **options):
    """The object that dump put there, as new."""
    import _pickled
    return _files.load(file, _pickled.read)


def dumps(obj, protocol=None, **options):
    """An object as bytes."""
    import _pickled
    made = _pickled.parts(obj, None, DEFAULT_PROTOCOL if protocol is None else protocol)
    if made is None:
        _unsupported("pickle.dumps() of objects of classes is not supported: they are not kept as bytes; copy.deepcopy() "
                     "copies")
    return made[0]


def loads(data, **options):
    """The object of bytes."""
    import _pickled
    return _pickled.read(_files.Source("the pickle", data, False, 0, len(data)))[0]
