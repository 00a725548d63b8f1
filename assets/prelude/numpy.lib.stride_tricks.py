# Makes views of an array with other strides.
import numpy as np


def as_strided(x, shape=None, strides=None, subok=False, writeable=True):
    """The cells of x from its first one on, strides in bytes."""
    import torch
    x = np.asarray(x)
    shape = x.shape if shape is None else shape
    steps = [step // x.itemsize for step in (x.strides if strides is None else strides)]
    view = torch.from_numpy(x).as_strided(tuple(shape), steps).numpy()
    view.setflags(write=writeable and x.flags.writeable)
    return view


def sliding_window_view(x, window_shape, axis=None, *, subok=False, writeable=False):
    """Every window over the axes, as new last axes."""
    x = np.asarray(x)
    sizes = window_shape if isinstance(window_shape, (tuple, list)) else (window_shape,)
    axes = range(x.ndim) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    if len(sizes) != len(axes):
        raise ValueError("Must provide matching length window_shape and axis; got "
                         f"{len(sizes)} window_shape elements and {len(axes)} axes elements.")
    shape, steps = list(x.shape), list(x.strides)
    for size, at in zip(sizes, axes):
        if shape[at] < size:
            raise ValueError("window shape cannot be larger than input array shape")
        shape[at] -= size - 1
        steps.append(x.strides[at])
    return as_strided(x, shape + list(sizes), steps, writeable=writeable)


def broadcast_to(array, shape, subok=False):
    """A view of the array with that shape."""
    return np.broadcast_to(array, shape)
