# numpy.matlib: the names of numpy, and repmat.
from numpy import *
import numpy as np


def repmat(a, m, n):
    """a, m times down and n times across."""
    a = np.atleast_2d(a)
    return np.tile(a, (m, n))
