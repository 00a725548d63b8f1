# Makes figures: axes on a page, and the record of all that the picture engine draws.

import math

import _pictures
from matplotlib import Anything, lacking, rcParams, stand_in
from matplotlib.artist import Artist, points
from matplotlib.axes import Axes, AxesSubplot
from matplotlib.cbook import flat, shape
from matplotlib.colorbar import Colorbar
from matplotlib.colors import ink
from matplotlib.gridspec import GridSpec, SubplotSpec
from matplotlib.legend import Legend, asked, labelled
from matplotlib.patches import Rectangle
from matplotlib.text import Text
from matplotlib.transforms import Transform
import numpy as np


class Axes3D(AxesSubplot):
    """Axes in three dimensions: named as not drawn, and they take all that they are told."""

    name, _lacking = "3d", "a plot in three dimensions"
    _gives = {"plot_surface": "Poly3DCollection", "plot_trisurf": "Poly3DCollection", "bar3d": "Poly3DCollection",
              "plot_wireframe": "Line3DCollection", "view_init": None, "set_box_aspect": None, "scatter3D": "Path3DCollection",
              "scatter": "Path3DCollection", "quiver": "Line3DCollection", "text": "Text3D", "text2D": "Text"}
    _of, _line = "mpl_toolkits.mplot3d.art3d.", "Line3D"

    def __init__(self, figure, *args, **given):
        self.zaxis = Anything()
        super().__init__(figure, *args, **given)
        lacking(self._lacking)
        self._on = False

    def set_zlabel(self, zlabel, *args, **given):
        """As along the other axes."""
        return Text(0.5, 0, zlabel)

    def plot(self, *args, **given):
        """A line."""
        return [stand_in(self._of + self._line)]

    plot3D = plot

    def _made(self, name):
        kind = self._gives.get(name, "")
        return Anything() if kind == "" else None if kind is None else stand_in(self._of + kind)

    def __getattr__(self, name):
        if name.startswith("_") or name in self.__dict__.get("_kept", {}) or name[4:] in self.__dict__.get("_kept", {}):
            return super().__getattr__(name)
        return (lambda *args, **given: self._made(name)) if name in self._gives else Anything()


def _undrawn(name):
    return lambda self, *args, **given: self._made(name)


for _name in ("scatter", "quiver", "text", "set_box_aspect", "bar", "stem", "annotate", "contour", "contourf", "add_collection", "errorbar"):
    setattr(Axes3D, _name, _undrawn(_name))


class PolarAxes(Axes3D):
    """Round axes: the same."""

    name, _lacking = "polar", "a plot on round axes"
    _gives, _of, _line = {"scatter": "collections.PathCollection", "text": "text.Text"}, "matplotlib.", "lines.Line2D"


def _axes_class(projection, polar):
    if not polar and projection in (None, "rectilinear"):
        return AxesSubplot
    return Axes3D if projection == "3d" else PolarAxes


class _Canvas:
    def __init__(self, figure):
        self.figure = figure
        self.manager = Anything()

    def draw(self):
        """Aspects count from now on."""
        for axes in self.figure.axes:
            axes._aspected = True

    draw_idle = draw

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        lacking(f"canvas.{name}")
        return Anything()


_begun = [0]


class Figure(Artist):
    """A page with axes."""

    _own = {"frameon": True, "edgecolor": "white", "tight_layout": False, "constrained_layout": False}

    def __init__(self, figsize=None, dpi=None, *, facecolor=None, edgecolor=None, linewidth=0.0, frameon=None, subplotpars=None,
                 tight_layout=None, constrained_layout=None, layout=None, **given):
        super().__init__()
        self._size = flat(rcParams["figure.figsize"] if figsize is None else list(figsize))
        if len(self._size) != 2 or not all([math.isfinite(v) and v > 0 for v in self._size]):
            raise ValueError(f"figure size must be positive finite not {figsize}")
        self.dpi, self.number = float(rcParams["figure.dpi"] if dpi is None else dpi), None
        self.patch = Rectangle((0, 0), 1, 1, facecolor=rcParams["figure.facecolor"] if facecolor is None else facecolor)
        self.canvas, self.transFigure = _Canvas(self), Transform("figure")
        self.transSubfigure, self.figure = self.transFigure, self
        self.clear()
        self.set(**given)

    def clear(self, keep_observers=False):
        """An empty page."""
        self.axes, self._current, self._suptitle, self._texts, self.legends = [], None, None, [], []
        self._insets, self._labels = [], {}
        _begun[0] += 1
        self._serial = _begun[0]
        self._margins = {name: rcParams[f"figure.subplot.{name}"] for name in ("left", "right", "bottom", "top", "wspace", "hspace")}

    clf = clear

    def __repr__(self):
        w, h = [v * self.dpi for v in self._size]
        return f"<{type(self).__name__} size {w:g}x{h:g} with {len(self.axes)} Axes>"

    def __str__(self):
        return "%s(%gx%g)" % (type(self).__name__, *[v * self.dpi for v in self._size])

    # --- the page ---

    def get_size_inches(self):
        """Width and height."""
        return np.array(self._size)

    def set_size_inches(self, w, h=None, forward=True):
        """Another width and height."""
        self._size = flat(list(w) if h is None else [w, h])

    def get_figwidth(self):
        """In inches."""
        return self._size[0]

    def get_figheight(self):
        """In inches."""
        return self._size[1]

    def set_facecolor(self, color):
        """The color of the page."""
        self.patch.set_facecolor(color)

    def get_facecolor(self):
        """The color of the page."""
        return self.patch.get_facecolor()

    def tight_layout(self, *, pad=1.08, h_pad=None, w_pad=None, rect=None):
        """Room for texts, about as much as they need: it counts for ticks and positions. The picture engine finds its own."""
        width, height = [72 * v for v in self._size]
        gap = pad * points(None)
        room = {"left": gap, "right": gap, "bottom": gap, "top": gap, "wspace": 0.0, "hspace": 0.0}
        parts = [one for one in self.axes if one._spec is not None and one._over is None and one._spec.flat()]
        for one in parts:
            rows, columns, top, bottom, left, right = one._spec.place()
            needs = dict(zip(("left", "right", "bottom", "top"), one._around()))
            for side, outer, inner in (("left", left == 0, "wspace"), ("right", right == columns, "wspace"),
                                       ("top", top == 0, "hspace"), ("bottom", bottom == rows, "hspace")):
                if outer:
                    room[side] = max(room[side], gap + needs[side])
            for sides, inner, count in ((("left", "right"), "wspace", columns), (("top", "bottom"), "hspace", rows)):
                if count > 1:
                    room[inner] = max(room[inner], gap + sum([needs[side] for side in sides]))
        if parts:
            if self.get_suptitle():
                room["top"] += gap + 1.2 * self._suptitle.get_fontsize()
            columns, rows = parts[0]._spec.place()[1], parts[0]._spec.place()[0]
            wide = max((width - room["left"] - room["right"] - (columns - 1) * room["wspace"]) / columns, 1.0)
            high = max((height - room["top"] - room["bottom"] - (rows - 1) * room["hspace"]) / rows, 1.0)
            self.subplots_adjust(room["left"] / width, room["bottom"] / height, 1 - room["right"] / width, 1 - room["top"] / height,
                                 room["wspace"] / wide, room["hspace"] / high)

    def set_layout_engine(self, *args, **given):
        """The picture engine finds room for texts, and turns those that would meet."""

    set_constrained_layout = set_tight_layout = align_labels = align_xlabels = align_ylabels = autofmt_xdate = set_layout_engine

    def subplots_adjust(self, left=None, bottom=None, right=None, top=None, wspace=None, hspace=None):
        """Other sides and gaps of grids."""
        given = {"left": left, "bottom": bottom, "right": right, "top": top, "wspace": wspace, "hspace": hspace}
        self._margins.update({name: value for name, value in given.items() if value is not None})

    # --- axes ---

    def _put(self, axes):
        self.axes.append(axes)
        self._current = axes
        return axes

    def add_subplot(self, *args, projection=None, polar=False, sharex=None, sharey=None, **given):
        """Axes in a grid: (rows, columns, index), 211, or cells of a GridSpec."""
        args = args or (1, 1, 1)
        if len(args) == 1 and isinstance(args[0], Axes):
            return self._put(args[0])
        return self._put(_axes_class(projection, polar)(self, self._cells(args), None, sharex, sharey, **given))

    def _cells(self, args):
        if len(args) == 1 and isinstance(args[0], (SubplotSpec, GridSpec)):
            return args[0] if isinstance(args[0], SubplotSpec) else args[0][0]
        if len(args) == 1:
            number = str(args[0])
            if len(number) != 3 or not number.isdigit():
                raise ValueError(f"Single argument to subplot must be a three-digit integer, not {args[0]!r}")
            args = [int(digit) for digit in number]
        if len(args) != 3:
            raise TypeError(f"add_subplot() takes 1 or 3 positional arguments but {len(args)} were given")
        rows, columns, index = args
        first, last = index if isinstance(index, tuple) else (index, index)
        if not 1 <= first <= last <= rows * columns:
            raise ValueError(f"num must be 1 <= num <= {rows * columns}, not {index!r}")
        first, last = divmod(int(first) - 1, columns), divmod(int(last) - 1, columns)
        return SubplotSpec(GridSpec(rows, columns, self), first[0], last[0] + 1, min(first[1], last[1]), max(first[1], last[1]) + 1)

    def add_axes(self, *args, projection=None, polar=False, sharex=None, sharey=None, **given):
        """Axes by left, bottom, width and height, as fractions of the figure."""
        if isinstance(args[0], Axes):
            return self._put(args[0])
        kind = _axes_class(projection, polar)
        return self._put((Axes if kind is AxesSubplot else kind)(self, None, tuple(flat(list(args[0]))), sharex, sharey, **given))

    def _twin(self, axes, shared):
        made = type(axes)(self, axes._spec, axes._box, **{"share" + shared: axes})
        made._over, made._side = axes, "right" if shared == "x" else "top"
        axes._kept["adjustable"] = made._kept["adjustable"] = "datalim"
        same, own = (made.xaxis, made.yaxis) if shared == "x" else (made.yaxis, made.xaxis)
        own._side(True)
        same.set_visible(False)
        return self._put(made)

    def add_gridspec(self, nrows=1, ncols=1, **given):
        """A grid."""
        return GridSpec(nrows, ncols, self, **given)

    def subplots(self, nrows=1, ncols=1, *, sharex=False, sharey=False, squeeze=True, width_ratios=None, height_ratios=None,
                 subplot_kw=None, gridspec_kw=None):
        """Axes in all cells of a grid."""
        given = dict(gridspec_kw or {})
        for name, value in (("width_ratios", width_ratios), ("height_ratios", height_ratios)):
            if value is not None:
                given[name] = value
        return self._grid_of_axes(GridSpec(nrows, ncols, self, **given), sharex, sharey, squeeze, dict(subplot_kw or {}))

    def _grid_of_axes(self, grid, sharex, sharey, squeeze, given):
        shares = [{True: "all", False: "none"}.get(one, one) for one in (sharex, sharey)]
        for one in shares:
            if one not in ("all", "row", "col", "none"):
                raise ValueError(f"{one!r} is not a valid value for sharex; supported values are 'all', 'row', 'col', 'none', False, True")
        made = np.empty((grid.nrows, grid.ncols), dtype=object)
        rows = []
        for r in range(grid.nrows):
            rows.append([])
            for c in range(grid.ncols):
                first = {"none": None, "all": (0, 0), "row": (r, 0), "col": (0, c)}
                with_ = [None if first[one] in (None, (r, c)) else rows[first[one][0]][first[one][1]] for one in shares]
                axes = self.add_subplot(grid[r, c], sharex=with_[0], sharey=with_[1], **given)
                rows[r].append(axes)
                made[r, c] = axes
                if shares[0] in ("col", "all") and r != grid.nrows - 1:
                    axes.xaxis._shown["label"] = False
                if shares[1] in ("row", "all") and c != 0:
                    axes.yaxis._shown["label"] = False
        if not squeeze:
            return made
        if grid.nrows == grid.ncols == 1:
            return rows[0][0]
        return made.reshape(-1) if 1 in (grid.nrows, grid.ncols) else made

    def subplot_mosaic(self, mosaic, *, sharex=False, sharey=False, empty_sentinel=".", **given):
        """Axes by names in a drawing of the grid."""
        if isinstance(mosaic, str):
            mosaic = [list(row.strip()) for row in mosaic.replace(";", "\n").strip().split("\n")]
        names = [name for k, name in enumerate([one for row in mosaic for one in row])
                 if name != empty_sentinel and name not in [one for row in mosaic for one in row][:k]]
        grid, made = GridSpec(len(mosaic), len(mosaic[0]), self, **(given.get("gridspec_kw") or {})), {}
        for name in names:
            cells = [(r, c) for r, row in enumerate(mosaic) for c, one in enumerate(row) if one == name]
            rows, columns = [r for r, _ in cells], [c for _, c in cells]
            made[name] = self.add_subplot(grid[min(rows):max(rows) + 1, min(columns):max(columns) + 1],
                                          sharex=made[names[0]] if sharex and made else None,
                                          sharey=made[names[0]] if sharey and made else None, **(given.get("subplot_kw") or {}))
        return made

    def gca(self):
        """The axes that were used last."""
        return self._current if self._current is not None else self.add_subplot()

    def sca(self, a):
        """Use these axes."""
        self._current = a
        return a

    def delaxes(self, ax):
        """Without these axes."""
        self.axes = [one for one in self.axes if one is not ax]
        if self._current is ax:
            self._current = self.axes[-1] if self.axes else None

    # --- what is beside the axes ---

    def colorbar(self, mappable, cax=None, ax=None, use_gridspec=True, *, fraction=0.15, pad=None, shrink=1.0, aspect=20,
                 orientation=None, location=None, anchor=None, panchor=None, **given):
        """A colorbar beside axes, or in axes of its own; what is not drawn has none."""
        if isinstance(mappable, Anything):
            return stand_in("matplotlib.colorbar.Colorbar")
        ax = getattr(mappable, "axes", None) if ax is None else ax
        current = self.gca() if self.axes or cax is None else None
        ax = current if ax is None else ax
        parents = [ax] if isinstance(ax, Axes) else list(np.asarray(ax, dtype=object).reshape(-1)) if hasattr(ax, "shape") else list(ax or [])
        across = location in ("top", "bottom") or orientation == "horizontal"
        if cax is None:
            side = location or ("bottom" if across else "right")
            pad = (0.15 if side == "bottom" else 0.05) if pad is None else pad
            boxes = [one._whole() for one in parents]
            left, bottom = min([b[0] for b in boxes]), min([b[1] for b in boxes])
            width, height = max([b[0] + b[2] for b in boxes]) - left, max([b[1] + b[3] for b in boxes]) - bottom
            length = (width if across else height) * shrink
            box = (left + (width - length) / 2, bottom if side == "bottom" else bottom + height * (1 - fraction), length, height * fraction) \
                if across else (left if side == "left" else left + width * (1 - fraction), bottom + (height - length) / 2, width * fraction, length)
            for one in parents:
                one._sides.append((side, fraction, pad))
            cax = Axes(self, None, box, label="<colorbar>")
            self.axes.append(cax)
        else:
            others = [one for one in self.axes if one is not cax and not hasattr(one, "_colorbar")]
            beside = cax.__dict__.get("_beside")
            parents = [beside] if beside is not None else parents if len(others) < 2 or cax._spec is not None else others
        made = Colorbar(cax, mappable, parents, "horizontal" if across else "vertical", shrink=shrink, **given)
        if current is not None:
            self.sca(current)
        return made

    def suptitle(self, t, **given):
        """The text above all axes."""
        x, y = given.pop("x", 0.5), given.pop("y", 0.98)
        given = {"ha": "center", "va": "top", **given}
        if "fontsize" not in given and "size" not in given:
            given["fontsize"] = rcParams["figure.titlesize"]
        self._suptitle = Text(x, y, t, **given)
        return self._suptitle

    def get_suptitle(self):
        """The text above all axes."""
        return "" if self._suptitle is None else self._suptitle.get_text()

    def _label_of_all(self, name, t, x, y, given):
        given = {"ha": "center", "va": "center", "fontsize": "large", **given}
        self._labels[name] = Text(given.pop("x", x), given.pop("y", y), t, **given)
        return self._labels[name]

    def supxlabel(self, t, **given):
        """The text below all axes."""
        return self._label_of_all("x", t, 0.5, 0.01, {"va": "bottom", **given})

    def supylabel(self, t, **given):
        """The text beside all axes."""
        return self._label_of_all("y", t, 0.02, 0.5, {"ha": "left", "rotation": 90, **given})

    def text(self, x, y, s, fontdict=None, **given):
        """A text at a place of the page."""
        self._texts.append(Text(x, y, s, fontdict=fontdict, **given))
        return self._texts[-1]

    texts = property(lambda self: self._texts)

    def legend(self, *args, handles=None, labels=None, **given):
        """A legend for all axes."""
        handles, labels = asked(args, handles, labels)
        found = labelled(self.axes)
        handles = [handle for handle, _ in found] if handles is None else list(handles)
        labels = [one.get_label() for one in handles] if labels is None else list(labels)
        self.legends.append(Legend(self, handles[:len(labels)], labels, **{"loc": "upper right", **given}))
        return self.legends[-1]

    # --- the record ---

    def record(self):
        """All that the picture engine is told."""
        shown = [one for one in self.axes + self._insets
                 if one.get_visible() and (not hasattr(one, "_colorbar") or one._spec is not None and "_beside" not in one.__dict__)]
        parts, index = [], {id(one): k for k, one in enumerate(shown)}
        for one in shown:
            part = one._colorbar.part() if hasattr(one, "_colorbar") else one.record()
            if "_within" in one.__dict__:
                part["within"], part["box"] = index.get(id(one._within[0]), 0), one._within[1]
            part["over"] = index.get(id(one._over), -1)
            parts.append(part)
        for one in self.axes:
            bar = one.__dict__.get("_colorbar")
            if bar is None or not one.get_visible() or id(one) in index:
                continue
            at = sorted([index[id(parent)] for parent in bar.parents if id(parent) in index])
            if at:
                parts[at[-1]]["bars"].append({**bar.record(), "axes": at})
        title = self._suptitle
        for part in parts[:1]:
            part["marks"] += [mark for one in self._texts if one.get_visible() for mark in one.marks()]
        for one in self.legends:
            free = [part for part in parts if part["legend"] is None]
            if free:
                free[0]["legend"] = one.record({}, free[0]["marks"])
        return {"width": self._size[0], "height": self._size[1], "dpi": self.dpi, "title": title.get_text() if title is not None else None,
                "title_size": points(rcParams["figure.titlesize"]) if title is None else title.get_fontsize(),
                "title_color": None if title is None else ink(title.get_color())[0], "title_bold": title is not None and title.is_bold(),
                **self._label_record(),
                "face": ink(self.patch.get_facecolor())[0] or "#ffffff", "axes": parts, "repr": repr(self), "number": self._serial}

    def _label_record(self):
        shown = {name: one for name, one in self._labels.items() if one.get_visible()}
        made = {"label_" + name: one.get_text() or None for name, one in shown.items()}
        for one in shown.values():
            made["label_size"], made["label_color"] = one.get_fontsize(), ink(one.get_color())[0]
        return made

    def savefig(self, fname, *, dpi=None, transparent=None, format=None, **given):
        """Hand it to the picture engine under a name."""
        if not isinstance(fname, str) and not hasattr(fname, "__fspath__"):
            lacking("savefig into a buffer")
            return
        record = self.record()
        dpi = rcParams["savefig.dpi"] if dpi is None else dpi
        _pictures.save({**record, "dpi": self.dpi if dpi == "figure" else float(dpi)}, str(fname))

    def show(self, warn=True):
        """Hand it to the picture engine."""
        _pictures.show(self.record())

    def subfigures(self, nrows=1, ncols=1, **given):
        """Parts of a page are not drawn apart."""
        lacking("a subfigure")
        return Anything()


def figaspect(arg):
    """Width and height for a ratio."""
    ratio = float(arg) if not shape(arg) else arg.shape[0] / arg.shape[1]
    return np.array([rcParams["figure.figsize"][1] / ratio, rcParams["figure.figsize"][1]])
