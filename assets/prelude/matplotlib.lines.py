# Makes lines, with markers.

from matplotlib import rcParams
from matplotlib.artist import Artist, dash
from matplotlib.cbook import flat, shown
from matplotlib.colors import ink
import numpy as np

MARKERS = {".": "point", ",": "pixel", "o": "circle", "v": "triangle_down", "^": "triangle_up",
           "<": "triangle_left", ">": "triangle_right", "1": "tri_down", "2": "tri_up", "3": "tri_left",
           "4": "tri_right", "8": "octagon", "s": "square", "p": "pentagon", "*": "star", "h": "hexagon1",
           "H": "hexagon2", "+": "plus", "x": "x", "D": "diamond", "d": "thin_diamond", "|": "vline",
           "_": "hline", "P": "plus_filled", "X": "x_filled"}


def marker_of(marker):
    """A marker for a record, "" for none."""
    return "" if marker in (None, "None", "none", " ", "") else marker if isinstance(marker, str) else "o"


class Line2D(Artist):
    """A line through points."""

    zorder = 2
    _own = {"color": None, "linewidth": None, "linestyle": "-", "marker": "None", "markersize": None,
            "markerfacecolor": "auto", "markeredgecolor": "auto", "markeredgewidth": None,
            "markerfacecoloralt": "none", "drawstyle": "default", "markevery": None, "fillstyle": "full",
            "solid_capstyle": None, "solid_joinstyle": None, "dash_capstyle": None, "dash_joinstyle": None,
            "dashes": None, "pickradius": 5}
    _as = {"linestyle": lambda ls: "None" if ls in ("", " ", "none", "None") else "-" if ls == "solid" else dash(ls),
           "linewidth": float, "markersize": float}

    def __init__(self, xdata, ydata, **given):
        self._places, self._found, self._shown = [xdata, ydata], None, shown(ydata)
        self._across = None
        super().__init__()
        self._kept.update(color=rcParams["lines.color"], linewidth=rcParams["lines.linewidth"],
                          linestyle=rcParams["lines.linestyle"], marker=rcParams["lines.marker"],
                          markersize=rcParams["lines.markersize"],
                          markeredgewidth=rcParams["lines.markeredgewidth"])
        self.set(**{name: value for name, value in given.items() if value is not None})

    def __str__(self):
        return f"Line2D({self.get_label()})"

    def set_data(self, *args):
        """Other points."""
        x, y = args if len(args) == 2 else args[0]
        self._places, self._found, self._shown = [x, y], None, shown(y)

    def set_xdata(self, x):
        """Other x."""
        self.set_data(x, self._places[1])

    def set_ydata(self, y):
        """Other y."""
        self.set_data(self._places[0], y)

    def get_data(self, orig=True):
        """x and y."""
        return self.get_xdata(orig), self.get_ydata(orig)

    def get_xdata(self, orig=True):
        """The x of each point."""
        return np.asarray(self._places[0]) if not hasattr(self._places[0], "tolist") else self._places[0]

    def get_ydata(self, orig=True):
        """The y of each point."""
        return np.asarray(self._places[1]) if not hasattr(self._places[1], "tolist") else self._places[1]

    def get_markerfacecolor(self):
        """The color in a marker."""
        kept = self._kept["markerfacecolor"]
        return self.get_color() if isinstance(kept, str) and kept == "auto" else kept

    def get_markeredgecolor(self):
        """The color around a marker."""
        kept = self._kept["markeredgecolor"]
        return self.get_color() if isinstance(kept, str) and kept == "auto" else kept

    def _points(self):
        x, y = self._places
        if self._found is None:
            self._found = (flat(x), flat(y)) if self.axes is None else (self.axes.xaxis.convert(x), self.axes.yaxis.convert(y))
        return self._found

    def limits(self):
        """All its points; of a line across the axes, its one value."""
        if self._across:
            value = [self._across[1]]
            return (value, []) if self._across[0] == "x" else ([], value)
        if self._kept["transform"] is not None and self._kept["transform"].x != "data":
            return None
        return self._points()

    def marks(self):
        """One line, or one across the axes."""
        kept = self._kept
        color, alpha = self._ink("color")
        mark = {"kind": "line", "edge": color or "#000000", "alpha": alpha, "width": float(kept["linewidth"]),
                "dash": dash(kept["linestyle"]) if color and kept["linewidth"] else ""}
        if self._across:
            axis, value, low, high = self._across
            return [{**mark, "kind": "across", "vertical": axis == "x", "value": value, "from": low, "to": high}]
        x, y = self._points()
        mark["shown"] = self._shown if kept["transform"] is None else None
        if self.axes is not None and kept["transform"] is not None:
            x, y = self.axes._to_data(kept["transform"], x, y)
        step = kept["drawstyle"]
        mark.update(x=x, y=y if not mark["shown"] else None, marker=marker_of(kept["marker"]), marker_size=float(kept["markersize"]),
                    face=ink(self.get_markerfacecolor())[0], box=ink(self.get_markeredgecolor())[0] or mark["edge"],
                    step=step[6:] if step.startswith("steps-") else "pre" if step == "steps" else "")
        every = kept["markevery"]
        if not every or not mark["marker"]:
            return [mark]
        places = list(range(len(x)))[every if isinstance(every, slice) else slice(None, None, every)] \
            if isinstance(every, (int, slice)) else [k for k in every]
        return [{**mark, "marker": ""}, {**mark, "shown": None, "dash": "", "x": [x[k] for k in places], "y": [y[k] for k in places]}]
