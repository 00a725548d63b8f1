# Holds the four sides of axes.

from matplotlib import rcParams
from matplotlib.artist import Artist


class Spine(Artist):
    """One side."""

    zorder = 2.5
    _own = {"color": "black", "linewidth": 0.8, "linestyle": "-", "position": "outward", "edgecolor": None, "facecolor": None}

    def __init__(self, side):
        super().__init__()
        self.spine_type = side
        self._kept["visible"] = rcParams[f"axes.spines.{side}"]
        self._kept["color"] = rcParams["axes.edgecolor"]

    def set_edgecolor(self, color):
        """Its color."""
        self._kept["color"] = color


class Spines(dict):
    """ax.spines["top"], ax.spines.top, ax.spines[["top", "right"]]."""

    def __getitem__(self, key):
        if isinstance(key, list):
            return _Several([self[one] for one in key])
        if isinstance(key, slice):
            return _Several(list(self.values()))
        return dict.__getitem__(self, key)

    def __getattr__(self, name):
        if name in ("left", "right", "top", "bottom"):
            return self[name]
        raise AttributeError(f"'Spines' object does not contain a {name!r} spine")


class _Several:
    def __init__(self, spines):
        self._spines = spines

    def __getattr__(self, name):
        def each(*args, **given):
            for one in self._spines:
                getattr(one, name)(*args, **given)
        return each
