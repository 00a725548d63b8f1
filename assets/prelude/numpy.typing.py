# Holds names for annotations, which nothing checks: numpy.typing.
from typing import Any

import numpy as np

ArrayLike = Any
DTypeLike = Any


class NDArray:
    """NDArray[float]: an array of that type."""

    def __class_getitem__(cls, item):
        return np.ndarray
