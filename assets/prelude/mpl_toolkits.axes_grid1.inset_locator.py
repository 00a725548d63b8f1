# Axes within axes.


def inset_axes(parent_axes, width, height, loc="upper right", **given):
    """By a size in percent or inches, and a place."""
    x, y, w, h = parent_axes._whole()
    sizes = [float(v[:-1]) / 100 if isinstance(v, str) else v / parent_axes._length(name) for name, v in (("x", width), ("y", height))]
    left = 0.02 if "left" in str(loc) else 0.98 - sizes[0] if "right" in str(loc) else 0.5 - sizes[0] / 2
    low = 0.02 if "lower" in str(loc) else 0.98 - sizes[1] if "upper" in str(loc) else 0.5 - sizes[1] / 2
    return parent_axes.figure.add_axes([x + left * w, y + low * h, sizes[0] * w, sizes[1] * h])


def mark_inset(parent_axes, inset_axes, loc1, loc2, **given):
    """Not drawn."""
    from matplotlib import Anything, lacking
    lacking("mark_inset")
    return Anything()
