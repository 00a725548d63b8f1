# Holds many dots, lines or areas under one name.

from matplotlib import rcParams
from matplotlib.artist import SHORT, Artist, dash
from matplotlib.cbook import flat, number, plain, shape, shown, spread
from matplotlib.cm import ScalarMappable
from matplotlib.colors import ink, one_color, to_hex, to_rgba_array
import numpy as np


class Collection(ScalarMappable, Artist):
    """What all of them have: colors, given or by a scale."""

    zorder = 1
    _own = {"facecolor": None, "edgecolor": None, "linewidth": None, "linestyle": "-", "hatch": None,
            "offsets": None, "sizes": None, "capstyle": None, "joinstyle": None, "pickradius": 5}

    def __init__(self, norm=None, cmap=None, **given):
        Artist.__init__(self)
        ScalarMappable.__init__(self, norm, cmap)
        given = {SHORT.get(name, name): value for name, value in given.items()}
        if "color" in given:
            color = given.pop("color")
            given = {"facecolor": color, "edgecolor": color, **given}
        array = given.pop("array", None)
        self.set(**{name: value for name, value in given.items() if value is not None})
        if array is not None:
            self.set_array(array)

    def set_color(self, c):
        """Of faces and edges."""
        self.set(facecolor=c, edgecolor=c)

    def _colors(self):
        """Colors for a record: one, or a list."""
        if self._array is not None:
            self.autoscale_None()
            values, low, high = flat(self._array), self.norm.vmin, self.norm.vmax
            if self.norm.scale != "linear" or low == high:
                return [to_hex(row[:3]) if row[3] else None for row in self.cmap(self.norm(np.array(values))).tolist()]
            last, step = self.cmap.N - 1, self.cmap.N / (high - low)
            table = [to_hex(self.cmap(k)) for k in range(last + 1)]
            return [table[min(max(int((v - low) * step), 0), last)] if v == v else None for v in values]
        face = self._kept["facecolor"]
        if face is None or one_color(face):
            return ink(face)[0]
        return [ink(color)[0] for color in face]

    def _alpha(self):
        alpha = self._kept["alpha"]
        face = self._kept["facecolor"]
        if alpha is None and face is not None and one_color(face):
            return ink(face)[1]
        return float(alpha) if alpha is not None and not shape(alpha) else 1.0

    def get_facecolor(self):
        """A row for each color."""
        if self._array is not None:
            self.autoscale_None()
            return self.to_rgba(np.array(flat(self._array)), self._kept["alpha"])
        return to_rgba_array("none" if self._kept["facecolor"] is None else self._kept["facecolor"], self._kept["alpha"])

    get_facecolors = get_facecolor


class PathCollection(Collection):
    """The dots of scatter()."""

    _own = {**Collection._own, "marker": "o"}

    def __init__(self, x, y, sizes, **given):
        self._xy, self._shown = (x, y), None
        super().__init__(sizes=sizes, **given)

    def set_sizes(self, sizes):
        """Other sizes, in points^2."""
        self._kept["sizes"] = plain(sizes)

    def get_sizes(self):
        """In points^2."""
        return np.array(self._kept["sizes"])

    def _points(self):
        if self.axes is None:
            return flat(self._xy[0]), flat(self._xy[1])
        return self.axes.xaxis.convert(self._xy[0]), self.axes.yaxis.convert(self._xy[1])

    def limits(self):
        """All dots."""
        return self._points()

    def marks(self):
        """Dots."""
        x, y = self._points()
        edge = self._kept["edgecolor"]
        color = self._colors()
        size = flat(self._kept["sizes"])
        width = 1.5 if self._kept["linewidth"] is None else float(spread(self._kept["linewidth"], 1)[0])
        unfilled = self._kept["marker"] in ("x", "+", "1", "2", "3", "4", "|", "_", ",")
        return [{"kind": "dots", "x": x, "y": y, "shown": self._shown, "w": size, "face": color,
                 "edge": None if edge is None or isinstance(edge, str) and edge in ("face", "none") or unfilled or not one_color(edge)
                 else ink(edge)[0], "alpha": self._alpha(), "marker": self._kept["marker"],
                 "width": width, "from": width if not unfilled and isinstance(edge, str) and edge == "face" else 0.0}]


class PolyCollection(Collection):
    """Areas by their outlines."""

    def __init__(self, verts, **given):
        self._verts = [([number(p[0]) for p in plain(one)], [number(p[1]) for p in plain(one)]) for one in verts]
        super().__init__(**given)

    def limits(self):
        """All corners."""
        return [v for x, _ in self._verts for v in x], [v for _, y in self._verts for v in y]

    def marks(self):
        """One outline for each."""
        edge = self._kept["edgecolor"]
        edge = ink(edge)[0] if edge is not None and one_color(edge) else None
        face = self._colors()
        width = self._kept["linewidth"]
        faces = face if isinstance(face, list) and face else [face]
        return [{"kind": "area", "x": x, "y": y, "face": faces[k % len(faces)], "edge": edge,
                 "width": 1.0 if width is None else float(spread(width, 1)[0]), "alpha": self._alpha(),
                 "dash": dash(self._kept["linestyle"]), "hatch": bool(self._kept["hatch"])}
                for k, (x, y) in enumerate(self._verts)]


class LineCollection(Collection):
    """Straight lines."""

    zorder = 2

    def __init__(self, segments, *, colors=None, zorder=2, **given):
        self._segments = [[flat(point) for point in plain(one)] for one in segments]
        super().__init__(facecolor=colors, zorder=zorder, **given)

    def set_color(self, c):
        """Of all lines."""
        self.set(facecolor=c)

    def limits(self):
        """All ends."""
        ends = [point for one in self._segments for point in one]
        return [point[0] for point in ends], [point[1] for point in ends]

    def marks(self):
        """Segments of each color."""
        color = self._colors()
        color = ink(rcParams["lines.color"])[0] if color is None or color == [] else color
        colors = color if isinstance(color, list) else [color]
        width = self._kept["linewidth"]
        base = {"kind": "segments", "alpha": self._alpha(), "dash": dash(self._kept["linestyle"]),
                "width": rcParams["lines.linewidth"] if width is None else float(spread(width, 1)[0])}
        marks = {}
        for k, points in enumerate(self._segments):
            color = colors[k % len(colors)]
            mark = marks.setdefault(color, {**base, "edge": color, "x": [], "y": [], "w": [], "h": []})
            for a, b in zip(points[:-1], points[1:]):
                for name, value in (("x", a[0]), ("y", a[1]), ("w", b[0]), ("h", b[1])):
                    mark[name].append(value)
        return list(marks.values())


class QuadMesh(Collection):
    """Colored cells between lines: pcolormesh()."""

    _own = {**Collection._own, "shading": "flat"}

    def __init__(self, xs, ys, values, **given):
        self._xs, self._ys, self._size = xs, ys, shape(values)
        super().__init__(array=values, **given)
        self._notes = {}

    def set_array(self, A):
        """Other values."""
        self._array, self._values, self._shown = A, flat(A), shown(A)

    def autoscale_None(self):
        """The limits of the values where none are set."""
        self.norm.autoscale_None(self._array, self._values)

    def limits(self):
        """The outer lines."""
        return [self._xs[0], self._xs[-1]], [self._ys[0], self._ys[-1]]

    def _even(self, lines):
        step = (lines[-1] - lines[0]) / (len(lines) - 1)
        return all([abs(v - lines[0] - k * step) < 1e-6 * abs(step) for k, v in enumerate(lines)])

    def get_array(self):
        """The values, in a row."""
        return np.array(self._values)

    def marks(self):
        """An image where the lines are evenly spread, else a rectangle for each cell."""
        rows, columns = self._size
        edge = self._kept["edgecolor"]
        width = self._kept["linewidth"]
        edge = ink(edge)[0] if edge is not None and one_color(edge) and edge not in ("face", "none") else None
        width = 0.0 if width is None and edge is None else 1.0 if width is None else float(spread(width, 1)[0])
        width = width if edge else 0.0
        if self._even(self._xs) and self._even(self._ys):
            return [{"kind": "image", "rows": rows, "columns": columns, "values": None if self._shown else self._values,
                     "extent": (self._xs[0], self._xs[-1], self._ys[-1], self._ys[0]), **self.record_scale(),
                     "width": width, "edge": edge, "alpha": self._alpha(), "shown": self._shown, **self._notes}]
        cells = [(k, r, c) for k, (r, c) in enumerate([(r, c) for r in range(rows) for c in range(columns)])]
        return [{"kind": "rects", "x": [min(self._xs[c:c + 2]) for _, r, c in cells],
                 "y": [min(self._ys[r:r + 2]) for _, r, c in cells],
                 "w": [abs(self._xs[c + 1] - self._xs[c]) for _, r, c in cells],
                 "h": [abs(self._ys[r + 1] - self._ys[r]) for _, r, c in cells], "face": self._colors(),
                 "edge": edge, "width": width, "alpha": self._alpha(), "hatch": False}]
