# Makes images: cells with a color scale, or with colors of their own.

from matplotlib.artist import Artist
from matplotlib.cbook import flat, shape, shown
from matplotlib.cm import ScalarMappable
import numpy as np


class AxesImage(ScalarMappable, Artist):
    """What imshow() shows."""

    zorder = 0
    _own = {"interpolation": None, "filternorm": True, "filterrad": 4.0, "resample": True,
            "interpolation_stage": "data"}

    def __init__(self, norm=None, cmap=None, origin="upper", extent=None, **given):
        Artist.__init__(self)
        ScalarMappable.__init__(self, norm, cmap)
        self.origin, self._extent = origin, extent
        self.set(**{name: value for name, value in given.items() if value is not None})

    def __str__(self):
        return "AxesImage(%g,%g;%gx%g)" % (self.axes.figure.dpi, 0, 0, 0)

    def set_data(self, A):
        """Other cells."""
        size = shape(A)
        if len(size) == 3 and size[2] == 1:
            A, size = np.asarray(A).reshape(size[:2]), size[:2]
        if len(size) != 2 and not (len(size) == 3 and size[2] in (3, 4)):
            raise TypeError(f"Invalid shape {size} for image data")
        self._array, self._size = A, size
        self._values, self._shown = flat(A), shown(A) if len(size) == 2 else None

    set_array = set_data

    def autoscale_None(self):
        """The limits of the values where none are set."""
        if len(self._size) == 2:
            self.norm.autoscale_None(self._array, self._values)

    def get_extent(self):
        """Left, right, bottom, top."""
        if self._extent is not None:
            return self._extent
        rows, columns = self._size[:2]
        low, high = (rows - 0.5, -0.5) if self.origin == "upper" else (-0.5, rows - 0.5)
        return (-0.5, columns - 0.5, low, high)

    def set_extent(self, extent):
        """Another place."""
        self._extent = extent
        left, right, bottom, top = flat(list(extent))
        self.sticky = ([left, right], [bottom, top])
        if self.axes is not None:
            self.axes.xaxis.span.take(left, right)
            self.axes.yaxis.span.take(bottom, top)
    
    def limits(self):
        """Its four sides."""
        left, right, bottom, top = flat(list(self.get_extent()))
        return [left, right], [bottom, top]

    def _rgb(self):
        values, parts = self._values, self._size[2]
        if "int" in str(getattr(self._array, "dtype", "")) or isinstance(self._array, list) and max(values) > 1:
            values = [v / 255 for v in values]
        values = [min(max(v, 0.0), 1.0) for v in values]
        cells = [values[k:k + parts] for k in range(0, len(values), parts)]
        if parts == 4:
            cells = [[v * cell[3] + 1 - cell[3] for v in cell[:3]] for cell in cells]
        return ["#%02x%02x%02x" % (round(r * 255), round(g * 255), round(b * 255)) for r, g, b in cells]

    def marks(self):
        """One image; the last of its extent is the side of row 0."""
        left, right, bottom, top = flat(list(self.get_extent()))
        alpha = self._kept["alpha"]
        mark = {"kind": "image", "rows": self._size[0], "columns": self._size[1],
                "extent": (left, right, bottom, top) if self.origin == "upper" else (left, right, top, bottom),
                "alpha": 1.0 if alpha is None or shape(alpha) else float(alpha)}
        if len(self._size) == 3:
            return [{**mark, "face": self._rgb()}]
        self.autoscale_None()
        return [{**mark, "values": None if self._shown else self._values, "shown": self._shown, **self.record_scale()}]


def imread(fname, format=None):
    """One that is missing is told as by open(); what a picture holds is not read."""
    from torch._C import _unsupported
    with open(fname, "rb"):
        _unsupported("imread() of a picture is not supported: save its numbers with np.save")
