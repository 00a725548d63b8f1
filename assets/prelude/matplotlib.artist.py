# Holds what every drawn thing has: properties by name, with setters and getters.

import matplotlib
from matplotlib import colors

SHORT = {"c": "color", "lw": "linewidth", "ls": "linestyle", "ms": "markersize", "mew": "markeredgewidth",
         "mec": "markeredgecolor", "mfc": "markerfacecolor", "ds": "drawstyle", "fc": "facecolor",
         "ec": "edgecolor", "aa": "antialiased", "ha": "horizontalalignment", "va": "verticalalignment",
         "ma": "multialignment", "size": "fontsize", "weight": "fontweight", "family": "fontfamily",
         "name": "fontfamily", "fontname": "fontfamily", "style": "fontstyle", "fontproperties": "font_properties",
         "font": "font_properties", "linewidths": "linewidth", "linestyles": "linestyle",
         "facecolors": "facecolor", "edgecolors": "edgecolor", "antialiaseds": "antialiased"}
_SIZES = {"xx-small": 0.579, "x-small": 0.694, "small": 0.833, "smaller": 0.833, "medium": 1.0,
          "large": 1.2, "larger": 1.2, "x-large": 1.44, "xx-large": 1.728}
_DASHES = {"solid": "-", "dashed": "--", "dashdot": "-.", "dotted": ":", "none": "", "None": "", " ": ""}
_ALL = {"alpha": None, "label": "", "visible": True, "clip_on": True, "clip_box": None, "clip_path": None,
        "transform": None, "picker": None, "gid": None, "url": None, "rasterized": False, "animated": False,
        "snap": None, "path_effects": None, "in_layout": True, "agg_filter": None, "antialiased": True,
        "sketch_params": None, "mouseover": False}


def points(size):
    """A size of text in points."""
    if size is None:
        return float(matplotlib.rcParams["font.size"])
    if isinstance(size, str):
        if size not in _SIZES:
            return float(size)
        return _SIZES[size] * matplotlib.rcParams["font.size"]
    return float(size)


def dash(style):
    """"-", "--", "-.", ":" or "" of a style by any of its names."""
    if style is None:
        return "-"
    if not isinstance(style, str):
        return "-" if style[1] is None else "--" if style[1][0] > 2 else ":"
    return _DASHES.get(style, style)


class Artist:
    """Its properties are in `_kept`; those of a class and their first values are `_own`; `_as` is how some are kept."""

    zorder = 0
    _own, _as = {}, {}

    def __init__(self, **given):
        self.axes = self.figure = None
        self.sticky = None
        self._remove = None
        self._kept = {**_ALL, **self._own}
        self.set(**given)

    def set(self, **given):
        """Properties by name."""
        for name, value in given.items():
            name = SHORT.get(name, name)
            if name not in self._kept and not hasattr(type(self), "set_" + name):
                raise AttributeError(f"{type(self).__name__}.set() got an unexpected keyword argument {name!r}")
            getattr(self, "set_" + name)(value)

    update = set

    def __getattr__(self, name):
        kind, prop = name[:4], SHORT.get(name[4:], name[4:])
        kept = self.__dict__.get("_kept", {})
        if kind == "get_" and prop in kept:
            return lambda: kept[prop]
        if kind in ("get_", "set_") and prop != name[4:] and hasattr(type(self), kind + prop):
            return getattr(self, kind + prop)
        if kind == "set_" and prop in kept:
            def setter(value):
                kept[prop] = self._as[prop](value) if prop in self._as else value
            return setter
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    stale = False

    def set_zorder(self, level):
        """Higher ones are drawn later."""
        self.zorder = type(self).zorder if level is None else level

    def set_label(self, s):
        """The text in a legend."""
        self._kept["label"] = None if s is None else str(s)

    def remove(self):
        """No longer drawn."""
        if self._remove is not None:
            self._remove(self)

    def _ink(self, name):
        """A color for a record, and its alpha."""
        return colors.ink(self._kept[name], self._kept["alpha"])

    def limits(self):
        """(xs, ys) that autoscaling regards, or None."""
        return None

    def marks(self):
        """What a record shows of it."""
        return []


def setp(obj, *given, **named):
    """Properties of an artist, or of each of a list."""
    def each(one):
        if isinstance(one, (list, tuple, dict)) or hasattr(one, "tolist"):
            for part in (one.values() if isinstance(one, dict) else one.flat if hasattr(one, "flat") else one):
                each(part)
        elif one is not None:
            one.set(**dict(zip(given[::2], given[1::2])), **named)
    each(obj)
