# Offers the names of numpy, and repmat: the names of numpy, and repmat; what is made is a matrix.
from numpy import *
import numpy as np


def repmat(a, m, n):
    """a, m times down and n times across."""
    a = np.atleast_2d(a)
    return np.tile(a, (m, n))


def ones(shape, dtype=None, order="C"):
    """A matrix of ones."""
    return np.asmatrix(np.ones(shape, dtype or float))


def zeros(shape, dtype=None, order="C"):
    """A matrix of zeros."""
    return np.asmatrix(np.zeros(shape, dtype or float))


def eye(n, M=None, k=0, dtype=float, order="C"):
    """A matrix with ones on a diagonal."""
    return np.asmatrix(np.eye(n, M, k, dtype))


def identity(n, dtype=None):
    """A matrix with ones on its diagonal."""
    return eye(n, dtype=dtype or float)
