# Carries out ravel, flatten and reshape with order='F', 'A' or 'K': the axes are turned first, and what
# follows goes row by row. The functions have the names of numpy's and are called in their stead.

import math
import numpy as np


def _turned(a, order):
    """A view of a whose rows come in the order that is asked for; and the letter, if it is C or F."""
    letter = order.upper()
    if letter not in ("C", "F", "A", "K"):
        raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got '{order}')")
    if letter == "A":
        letter = "F" if a.flags.fnc else "C"
    if letter == "F" and a.ndim > 1:
        a = a.T
    elif letter == "K":
        axes = sorted(range(a.ndim), key=lambda axis: -a.strides[axis])
        a = a if axes == list(range(a.ndim)) else a.transpose(axes)
    return a, letter


def ravel(a, order="C"):
    return _turned(np.asarray(a), order)[0].ravel()


def flatten(a, order="C"):
    return _turned(a, order)[0].flatten()


def reshape(a, *newshape, order="C"):
    if newshape and isinstance(newshape[-1], str):
        newshape, order = newshape[:-1], newshape[-1]
    if len(newshape) == 1 and isinstance(newshape[0], (tuple, list)):
        newshape = newshape[0]
    if order.upper() == "K":
        raise ValueError("order 'K' is not permitted for reshaping")
    a, letter = _turned(np.asarray(a), order)
    newshape = tuple(newshape)
    known = math.prod([size for size in newshape if size != -1])
    fits = known == a.size or (newshape.count(-1) == 1 and known and a.size % known == 0)
    # A shape that does not fit is told as it was written.
    return a.reshape(newshape[::-1]).T if letter == "F" and fits else a.reshape(newshape)
