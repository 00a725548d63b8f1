# Makes lines and bands of equal height over a grid.

from matplotlib import Anything, lacking, rcParams
from matplotlib.artist import Artist, dash
from matplotlib.cbook import finite, flat, plain, shape, spread
from matplotlib.cm import ScalarMappable
from matplotlib.colors import ink, one_color, to_hex
from matplotlib.ticker import MaxNLocator
import numpy as np


def _levels(values, asked):
    """Those given; else about so many of nice heights, one beyond each end of the values."""
    if asked is not None and shape(asked):
        return sorted(flat(asked))
    low, high = min(values + [0.0] * (not values)), max(values + [0.0] * (not values))
    made = flat(MaxNLocator((7 if asked is None else int(asked)) + 1, min_n_ticks=1).tick_values(low, high))
    first = max([k for k, v in enumerate(made) if v < low] + [0])
    last = min([k + 1 for k, v in enumerate(made) if v > high] + [len(made)])
    return made[first:last] if last - first >= 3 else made


class QuadContourSet(ScalarMappable, Artist):
    """What contour() and contourf() made."""

    def __init__(self, xs, ys, Z, levels, filled, *, colors=None, cmap=None, norm=None, vmin=None, vmax=None, alpha=None, extend="neither",
                 linewidths=None, linestyles=None, zorder=None, **given):
        Artist.__init__(self)
        ScalarMappable.__init__(self, norm, cmap)
        self._xs, self._ys, self._values, self.filled, self.extend = xs, ys, flat(Z), filled, extend
        self.levels = np.array(_levels(finite(self._values), levels))
        self.colors = [colors] if colors is not None and one_color(colors) else colors
        self._widths, self._styles = linewidths, linestyles
        self.zorder = (1 if filled else 2) if zorder is None else zorder
        self.collections = [Anything() for _ in self.levels.tolist()]
        self.sticky = ([xs[0], xs[-1]], [ys[0], ys[-1]])
        self.set(alpha=alpha)
        self.set_array(self.levels)
        self.set_clim(vmin, vmax)
        self.autoscale_None()

    def limits(self):
        """The sides of the grid."""
        return self.sticky

    def _layers(self):
        """Heights, and the color of each level, or between it and the next."""
        levels, far = self.levels.tolist(), 1e300
        if self.filled:
            levels = [-far] * (self.extend in ("min", "both")) + levels + [far] * (self.extend in ("max", "both"))
        middles = [(a + b) / 2 for a, b in zip(levels[:-1], levels[1:])] if self.filled else levels
        if self.colors is not None:
            return levels, [ink(self.colors[k % len(self.colors)])[0] for k in range(len(middles))]
        return levels, [to_hex(row[:3]) for row in self.cmap(self.norm(np.array(middles))).tolist()]

    def marks(self):
        """One, or two where lines below nought are dashed."""
        levels, colors = self._layers()
        alpha = self._kept["alpha"]
        width = rcParams["lines.linewidth"] if self._widths is None else float(spread(self._widths, 1)[0])
        base = {"kind": "contour", "x": self._xs, "y": self._ys, "values": self._values, "width": width, "dash": "-",
                "bars": self.filled, "w": levels, "face": colors, "alpha": 1.0 if alpha is None else float(alpha)}
        style = self._styles if self._styles is None or isinstance(self._styles, str) else self._styles[0]
        if style is not None:
            return [{**base, "dash": dash(style)}]
        if self.filled or self.colors is None or len(self.colors) > 1:
            return [base]
        return [{**base, "w": [v for v in levels if (v < 0) == below], "face": colors[:1], "dash": "--" if below else "-"}
                for below in (True, False)]

    def record_scale(self):
        """The bands from the first level to the last."""
        told = super().record_scale()
        if not self.filled and self.colors is None:
            return told
        levels, colors = self._layers()
        low, high = self.levels.tolist()[0], self.levels.tolist()[-1]
        heights = [low + (high - low) * (k + 0.5) / 256 for k in range(256)]
        bands = [max([k for k, v in enumerate(levels) if v <= height] + [0]) for height in heights]
        return {**told, "cmap": {"colors": [colors[min(k, len(colors) - 1)] for k in bands]}, "vmin": low, "vmax": high, "scale": "linear"}

    def clabel(self, *args, **given):
        """Numbers on the lines are not drawn."""
        lacking("clabel")
        return []


def _plotted(axes, args, filled, given):
    levels = given.pop("levels", None)
    if len(args) in (2, 4):
        args, levels = args[:-1], args[-1]
    if len(args) == 3 and len(shape(args[0])) == 2 and plain(args[0])[0][0] == plain(args[0])[0][-1]:
        args = [list(zip(*plain(one))) for one in args]
    if len(shape(args[-1])) != 2 or min(shape(args[-1])) < 2:
        raise TypeError(f"Input z must be at least a (2, 2) shaped array, but has shape {shape(args[-1])}")
    rows, columns = shape(args[-1])
    xs, ys = [float(k) for k in range(columns)], [float(k) for k in range(rows)]
    if len(args) == 3:
        xs = flat(plain(args[0])[0]) if len(shape(args[0])) == 2 else flat(args[0])
        ys = [float(row[0]) for row in plain(args[1])] if len(shape(args[1])) == 2 else flat(args[1])
    for name, found, count, what in (("x", xs, columns, "columns"), ("y", ys, rows, "rows")):
        if len(found) != count:
            raise TypeError(f"Length of {name} ({len(found)}) must match number of {what} in z ({count})")
    made = axes._add(QuadContourSet(xs, ys, args[-1], levels, filled, **given))
    axes._image = made
    axes._ask("xy")
    return made


def contour(self, *args, data=None, **given):
    """Lines of equal height."""
    return _plotted(self, args, False, given)


def contourf(self, *args, data=None, **given):
    """Bands between heights."""
    return _plotted(self, args, True, given)
