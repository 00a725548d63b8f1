# Turns data of plots into plain lists of floats.

import math

import numpy as np
from _pictures import shown  # a number for what a tensor holds now, where a tape keeps it; else None


def plain(x):
    """Lists and numbers of an array, a tensor, a range, a dictionary's values ..."""
    if getattr(x, "requires_grad", False):
        np.asarray(x)
    if hasattr(x, "tolist"):
        return x.tolist()
    if isinstance(x, (list, tuple)) and len(x) and hasattr(x[0], "tolist"):
        return [plain(v) for v in x]
    return list(x) if hasattr(x, "__iter__") and not isinstance(x, (str, list)) else x


def number(v):
    """One float; None and what is masked are no numbers."""
    return math.nan if v is None else float(v)


def flat(x):
    """All cells as floats, row by row."""
    floats = "float" in str(getattr(x, "dtype", ""))
    x = plain(x)
    if not isinstance(x, list):
        return [number(x)]
    while x and isinstance(x[0], (list, tuple)):
        x = [v for row in x for v in row]
    try:
        if len(x) > 1000 and not floats and None not in x:
            return np.array(x, dtype=float).tolist()
        return x if floats else list(map(float, x))
    except TypeError:
        return [number(v) for v in x]


def shape(x):
    """Sizes of an array, a tensor or nested lists; a text is one thing."""
    if hasattr(x, "shape"):
        return tuple(x.shape)
    if isinstance(x, str) or not hasattr(x, "__iter__"):
        return ()
    x = x if isinstance(x, (list, tuple)) else list(x)
    return (len(x), *(shape(x[0]) if x else ()))


def spread(x, count):
    """One value for all, or a list of so many."""
    values = flat(x)
    return values * count if len(values) == 1 else values


def finite(values):
    """Without nan and infinities."""
    total = sum(values)
    return values if total - total == 0 else [v for v in values if v - v == 0]


def extent(values):
    """The least and the greatest finite one, or None."""
    values = finite(values)
    return (min(values), max(values)) if values else None


def nonsingular(vmin, vmax, expander, tiny):
    """Limits in order and apart."""
    if not (math.isfinite(vmin) and math.isfinite(vmax)):
        return -expander, expander
    vmin, vmax = float(min(vmin, vmax)), float(max(vmin, vmax))
    most = max(abs(vmin), abs(vmax))
    if most < 1e6 / tiny * 2.2250738585072014e-308:
        return -expander, expander
    if vmax - vmin <= most * tiny:
        return vmin - expander * abs(vmin), vmax + expander * abs(vmax)
    return vmin, vmax
