# Reads and writes NumPy's arrays as safetensors.
import numpy

import _disk
import _files
import safetensors
from safetensors import safe_open


def load_file(filename):
    """All arrays of a file by name."""
    return safetensors._File(filename, True).all()


def save_file(tensor_dict, filename, metadata=None):
    """Arrays by name into a file."""
    safetensors.check(tensor_dict, numpy.ndarray)
    _files.save(tensor_dict, filename, lambda tensors, file: safetensors.parts(tensors, metadata))


def save(tensor_dict, metadata=None):
    """Arrays by name as bytes."""
    safetensors.check(tensor_dict, numpy.ndarray)
    return b"".join([part if isinstance(part, bytes) else _disk.raw(part)
                     for part in safetensors.parts(tensor_dict, metadata)])
