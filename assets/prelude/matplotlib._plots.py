# Holds what axes plot: each function makes artists and hands them to the axes.

import math

from matplotlib import Anything, rcParams, stand_in
from matplotlib.artist import SHORT
from matplotlib.cbook import extent, finite, flat, plain, shape, shown, spread
from matplotlib.cm import ScalarMappable
from matplotlib.collections import LineCollection, PathCollection, PolyCollection, QuadMesh
from matplotlib.colors import one_color, to_rgba
from matplotlib.container import BarContainer, ErrorbarContainer, SilentList, StemContainer
from matplotlib.image import AxesImage
from matplotlib.lines import MARKERS, Line2D
from matplotlib.patches import Polygon, Rectangle, Wedge
from matplotlib.text import Annotation, Text
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import Transform
import numpy as np


def format_parts(fmt):
    """Line style, marker and color of "r--o" and its like."""
    found = {"linestyle": None, "marker": None, "color": None}
    try:
        color = to_rgba(fmt)
        if not fmt.isdigit():
            return {"color": color}
    except ValueError:
        pass

    def take(kind, text):
        if found[kind] is not None:
            raise ValueError(f"{fmt!r} is not a valid format string (two {kind} symbols)")
        found[kind] = text
    k = 0
    while k < len(fmt):
        if fmt[k:k + 2] in ("--", "-."):
            take("linestyle", fmt[k:k + 2])
            k += 1
        elif fmt[k] in "-: ":
            take("linestyle", fmt[k])
        elif fmt[k] in MARKERS:
            take("marker", fmt[k])
        elif fmt[k] in "bgrcmykw":
            take("color", fmt[k])
        elif fmt[k] == "C" and fmt[k + 1:k + 2].isdigit():
            take("color", to_rgba(fmt[k:k + 2]))
            k += 1
        else:
            raise ValueError(f"{fmt!r} is not a valid format string (unrecognized character {fmt[k]!r})")
        k += 1
    if found["linestyle"] is None:
        found["linestyle"] = "None" if found["marker"] is not None else rcParams["lines.linestyle"]
    found["marker"] = found["marker"] or "None"
    return {name: value for name, value in found.items() if value is not None}


def _columns(x):
    if hasattr(x, "ndim") and x.ndim == 2 or isinstance(x, (list, tuple)) and len(shape(x)) == 2:
        return list(zip(*plain(x)))
    return [x]


def _listed(x):
    if getattr(x, "requires_grad", False):
        np.asarray(x)
    return x if hasattr(x, "shape") and len(x.shape) or isinstance(x, list) \
        else [x] if not shape(x) else list(x)


def _raw(x, count=1):
    """The values as they are: what a bar tells of its height is printed."""
    if hasattr(x, "dtype"):
        x = np.asarray(x)
        return list(x.reshape(-1)) * (count if x.size == 1 else 1)
    return list(x) if hasattr(x, "__iter__") else [x] * count


def _full(given):
    return {SHORT.get(name, name): value for name, value in given.items()}


def _each(given, count):
    """A property of each: one for all, or a list that is gone round."""
    if given is None or one_color(given) or not len(given):
        return [given] * count
    return [given[k % len(given)] for k in range(count)]


class Undrawn(ScalarMappable):
    """What is not drawn, but has a scale that a colorbar can tell."""

    def __init__(self, values, given):
        super().__init__(given.get("norm"), given.get("cmap"))
        self.set_array(values if shape(values) else None)
        self.set_clim(given.get("vmin"), given.get("vmax"))
        self.autoscale_None()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything()


_STANDS = {"hexbin": "matplotlib.collections.PolyCollection", "table": "matplotlib.table.Table", "barbs": "matplotlib.quiver.Barbs",
           "streamplot": "matplotlib.streamplot.StreamplotSet", "broken_barh": "matplotlib.collections.BrokenBarHCollection"}


class Plots:
    """The plotting half of Axes."""

    # --- lines ---

    def _next(self, kind):
        self._turn[kind] += 1
        return self._cycle[(self._turn[kind] - 1) % len(self._cycle)]

    def _lines(self, args, given):
        args, made = list(args), []
        while args:
            count = 2 if len(args) > 1 and not isinstance(args[1], str) else 1
            part, args = args[:count], args[count:]
            style = format_parts(args.pop(0)) if args and isinstance(args[0], str) else {}
            if any([one is None for one in part]):
                raise ValueError("x, y, and format string must not be None")
            y = _listed(part[-1])
            x = _listed(part[0]) if count == 2 else np.arange(float(len(y)))
            if len(x) != len(y):
                raise ValueError("x and y must have same first dimension, but have shapes "
                                 f"{shape(x)} and {shape(y)}")
            xs, ys = _columns(x), _columns(y)
            count, label = max(len(xs), len(ys)), given.get("label")
            for k in range(count):
                own = {**style, **given}
                if count > 1 and label is not None and not isinstance(label, str):
                    own["label"] = label[k]
                if len(ys) > 1:
                    own["_shown"] = shown(y, k)
                made.append((xs[k % len(xs)], ys[k % len(ys)], own))
        return made

    def _line(self, x, y, given):
        for name, value in ({} if given.get("color") is not None else self._next("line")).items():
            if given.get(name) is None:
                given[name] = value
        column = given.pop("_shown", None)
        line = Line2D(x, y, **given)
        line._shown = column or line._shown
        return self.add_line(line)

    def plot(self, *args, scalex=True, scaley=True, data=None, **given):
        """Lines and markers."""
        if data is not None:
            args = [data[one] if isinstance(one, str) and one in data else one for one in args]
        made = [self._line(x, y, own) for x, y, own in self._lines(args, _full(given))]
        self._ask("x" * scalex + "y" * scaley)
        return made

    def _scaled(self, scales, args, given):
        base = given.pop("base", None) or given.pop("basex", None) or given.pop("basey", None) or 10
        for name in scales:
            getattr(self, f"set_{name}scale")("log", base=base)
        return self.plot(*args, **given)

    def step(self, x, y, *args, where="pre", data=None, **given):
        """plot() in steps."""
        return self.plot(x, y, *args, data=data, drawstyle="steps-" + where, **given)

    def _across(self, axis, value, low, high, given):
        line = Line2D([value, value] if axis == "x" else [low, high], [low, high] if axis == "x" else [value, value])
        line.set(**given)
        (value,) = (self.xaxis if axis == "x" else self.yaxis).convert(value)
        line._across = (axis, value, float(low), float(high))
        a, b = sorted(getattr(self, axis + "axis").span.view())
        self.add_line(line)
        if not a <= value <= b:
            self._ask(axis)
        return line

    def axhline(self, y=0, xmin=0, xmax=1, **given):
        """A line from side to side."""
        return self._across("y", y, xmin, xmax, given)

    def axvline(self, x=0, ymin=0, ymax=1, **given):
        """A line from bottom to top."""
        return self._across("x", x, ymin, ymax, given)

    def _span(self, axis, low, high, from_, to, given):
        low, high = [getattr(self, axis + "axis").convert(v)[0] for v in (low, high)]
        xs, ys = [low, low, high, high], [from_, to, to, from_]
        patch = Polygon(list(zip(xs, ys) if axis == "x" else zip(ys, xs)),
                        transform=Transform(*(("data", "axes") if axis == "x" else ("axes", "data"))), **given)
        patch._span = (axis, float(low), float(high)) if (from_, to) == (0, 1) else None
        self.add_patch(patch)
        self._ask(axis)
        return patch

    def axhspan(self, ymin, ymax, xmin=0, xmax=1, **given):
        """A band from side to side."""
        return self._span("y", ymin, ymax, xmin, xmax, given)

    def axvspan(self, xmin, xmax, ymin=0, ymax=1, **given):
        """A band from bottom to top."""
        return self._span("x", xmin, xmax, ymin, ymax, given)

    def _straight(self, ends, given, axis):
        values, low, high = ends
        values = getattr(self, axis + "axis").convert(values)
        low, high = spread(low, len(values)), spread(high, len(values))
        points = [[(v, a), (v, b)] for v, a, b in zip(values, low, high)]
        if axis == "y":
            points = [[p[::-1] for p in one] for one in points]
        given = _full(given)
        made = LineCollection(points, colors=given.pop("color", given.pop("colors", None)), **given)
        self.add_collection(made)
        self._ask("xy")
        return made

    def vlines(self, x, ymin, ymax, colors=None, linestyles="solid", label="", **given):
        """Lines upwards."""
        return self._straight((x, ymin, ymax), {"colors": colors, "linestyle": linestyles, "label": label, **given}, "x")

    def hlines(self, y, xmin, xmax, colors=None, linestyles="solid", label="", **given):
        """Lines to the right."""
        return self._straight((y, xmin, xmax), {"colors": colors, "linestyle": linestyles, "label": label, **given}, "y")

    def errorbar(self, x, y, yerr=None, xerr=None, fmt="", ecolor=None, elinewidth=None, capsize=None, capthick=None,
                 barsabove=False, errorevery=1, lolims=False, uplims=False, xlolims=False, xuplims=False, **given):
        """A line with bars of errors."""
        given = {name: value for name, value in _full(given).items() if value is not None}
        label, zorder = given.pop("label", None), given.pop("zorder", 2)
        (xs, ys, own), = self._lines([_listed(x), _listed(y)] + ([fmt] if fmt and fmt.lower() != "none" else []), given)
        if own.get("color") is None and fmt.lower() != "none":
            own = {**self._next("line"), **own}
        color = own.get("color", "C0")
        line = None
        if fmt.lower() != "none":
            line = self.add_line(Line2D(xs, ys, **{**own, "label": "_nolegend_", "zorder": zorder + 0.1}))
        style = {"linewidth": elinewidth or own.get("linewidth") or rcParams["lines.linewidth"], "zorder": zorder,
                 "alpha": own.get("alpha"), "colors": color if ecolor is None else ecolor}
        capsize = rcParams["errorbar.capsize"] if capsize is None else capsize
        xs, ys = self.xaxis.convert(xs), self.yaxis.convert(ys)
        bars, caps = [], []
        for errors, values, other, draw, marker in ((xerr, xs, ys, self.hlines, "|"), (yerr, ys, xs, self.vlines, "_")):
            if errors is None:
                continue
            rows = [spread(row, len(values)) for row in plain(errors)] if len(shape(errors)) == 2 \
                else [spread(errors, len(values))] * 2
            if len(rows) != 2 or len(rows[0]) != len(values):
                name = "x" if draw == self.hlines else "y"
                raise ValueError(f"'{name}err' (shape: {shape(errors)}) must be a scalar or a 1D or (2, n) array-like "
                                 f"whose shape matches '{name}' (shape: ({len(values)},))")
            if min([0.0] + finite(rows[0]) + finite(rows[1])) < 0:
                raise ValueError(f"'{'x' if marker == '|' else 'y'}err' must not contain negative values")
            low, high = [v - e for v, e in zip(values, rows[0])], [v + e for v, e in zip(values, rows[1])]
            bars.append(draw(other, low, high, **style))
            for ends in ((low, high) if capsize > 0 else ()):
                places = (ends, other) if marker == "|" else (other, ends)
                caps.append(self.add_line(Line2D(*places, marker=marker, linestyle="None", color=style["colors"],
                                                 alpha=style["alpha"], markersize=2.0 * capsize, zorder=zorder,
                                                 label="_nolegend_", markeredgewidth=capthick)))
        self._ask("xy")
        lines = (line, tuple(caps), tuple(bars))
        made = ErrorbarContainer(lines, label, lines=lines, has_xerr=xerr is not None, has_yerr=yerr is not None)
        self.containers.append(made)
        return made

    def stem(self, *args, linefmt=None, markerfmt=None, basefmt=None, bottom=0, label=None, orientation="vertical",
             use_line_collection=True):
        """Lines from a base to markers."""
        heads, args = (args[0], args[1:]) if len(args) == 1 or isinstance(args[1], str) else (args[1], (args[0],) + args[2:])
        locs = args[0] if args and not isinstance(args[0], str) else range(len(heads))
        formats = [one for one in args if isinstance(one, str)]
        line = format_parts(linefmt or (formats[0] if formats else "C0-"))
        mark = {"marker": "o", "linestyle": "None", "color": line.get("color", "C0")}
        mark.update({name: value for name, value in format_parts(markerfmt or (formats[1] if len(formats) > 1 else "o")).items()
                     if value != "None"})
        locs, heads = self.xaxis.convert(_listed(locs)), self.yaxis.convert(_listed(heads))
        stems = self.vlines(locs, bottom, heads, colors=mark["color"], linestyles=line.get("linestyle", "-"), label="_nolegend_")
        (marker,) = self.plot(locs, heads, label="_nolegend_", **mark)
        (base,) = self.plot([min(locs), max(locs)], [bottom, bottom], label="_nolegend_",
                            **format_parts(basefmt or (formats[2] if len(formats) > 2 else "C3-")))
        made = StemContainer((marker, stems, base), label, markerline=marker, stemlines=stems, baseline=base)
        self.containers.append(made)
        return made

    # --- areas ---

    def _between(self, axis, at, one, other, where, step, given):
        given = _full(given)
        if "color" not in given and "facecolor" not in given:
            given["facecolor"] = self._next("patch")["color"]
        first, second = (self.xaxis, self.yaxis) if axis == "x" else (self.yaxis, self.xaxis)
        at = first.convert(at)
        one, other = spread(second.convert(one), len(at)), spread(second.convert(other), len(at))
        flags = [True] * len(at) if where is None else [bool(v) for v in plain(where)]
        if len(flags) != len(at):
            raise ValueError(f"where size ({len(flags)}) does not match {axis} size ({len(at)})")
        pieces, piece = [], []
        for flag, a, u, v in zip(flags, at, one, other):
            if flag and a + u + v - (a + u + v) == 0:
                if step and piece:
                    _, u0, v0 = piece[-1]
                    middle = (piece[-1][0] + a) / 2
                    piece += [(a, u0, v0)] if step == "post" else [(piece[-1][0], u, v)] if step == "pre" \
                        else [(middle, u0, v0), (middle, u, v)]
                piece.append((a, u, v))
            elif piece:
                pieces.append(piece)
                piece = []
        pieces += [piece] if piece else []
        outlines = [[(a, u) for a, u, _ in piece] + [(a, v) for a, _, v in piece[::-1]] for piece in pieces]
        if axis == "y":
            outlines = [[(b, a) for a, b in outline] for outline in outlines]
        made = self.add_collection(PolyCollection(outlines, **given))
        self._ask("xy")
        return made

    def fill_between(self, x, y1, y2=0, where=None, interpolate=False, step=None, **given):
        """The area between two curves."""
        return self._between("x", x, y1, y2, where, step, given)

    def fill_betweenx(self, y, x1, x2=0, where=None, step=None, interpolate=False, **given):
        """The area between two curves that go upwards."""
        return self._between("y", y, x1, x2, where, step, given)

    def fill(self, *args, data=None, **given):
        """Polygons."""
        made = []
        for x, y, own in self._lines(args, _full(given)):
            own.pop("_shown", None)
            if "color" not in own and "facecolor" not in own:
                own["facecolor"] = own["edgecolor"] = self._next("patch")["color"]
            own = {name: value for name, value in own.items() if name not in ("marker", "linestyle") or value != "None"}
            made.append(self.add_patch(Polygon(list(zip(self.xaxis.convert(x), self.yaxis.convert(y))), **own)))
        self._ask("xy")
        return made

    def stackplot(self, x, *args, labels=(), colors=None, baseline="zero", data=None, **given):
        """Areas on top of each other."""
        rows = plain(args[0]) if len(args) == 1 and len(shape(args[0])) == 2 else [flat(row) for row in args]
        below, made = [0.0] * len(rows[0]), []
        for k, row in enumerate(rows):
            above = [a + b for a, b in zip(below, flat(row))]
            color = colors[k % len(colors)] if colors else self._next("line")["color"]
            made.append(self.fill_between(x, below, above, facecolor=color, label=labels[k] if k < len(labels) else None, **given))
            below = above
        made[0].sticky = ([], [0.0])
        return made

    # --- bars ---

    def bar(self, x, height, width=0.8, bottom=None, *, align="center", **given):
        """Bars upwards."""
        return self._bars(x, height, width, bottom, align, "vertical", given)

    def barh(self, y, width, height=0.8, left=None, *, align="center", **given):
        """Bars to the right."""
        return self._bars(y, width, height, left, align, "horizontal", given)

    def _bars(self, at, length, width, base, align, orientation, given):
        given = _full(given)
        upright = orientation == "vertical"
        color, edge, line, errors = given.pop("color", None), given.pop("edgecolor", None), given.pop("linewidth", None), {}
        if color is None and "facecolor" not in given:
            color = self._next("patch")["color"]
        for name in ("xerr", "yerr", "ecolor", "capsize"):
            if given.get(name) is not None:
                errors[name] = given[name]
            given.pop(name, None)
        errors.update(given.pop("error_kw", {}))
        label, texts, hatch = given.pop("label", ""), given.pop("tick_label", None), given.pop("hatch", None)
        along, up = (self.xaxis, self.yaxis) if upright else (self.yaxis, self.xaxis)
        if given.pop("log", False):
            (self.set_yscale if upright else self.set_xscale)("log")
        tensor = shown(length)
        at, values = along.convert(at), _raw(length)
        if values and isinstance(values[0], str):
            values = up.convert(values)
        count = max(len(at), len(values), len(flat(width)))
        if len(at) not in (1, count) or len(values) not in (1, count):
            raise ValueError("shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg 0 "
                             f"with shape ({len(at)},) and arg 1 with shape ({len(values)},).")
        at, values = at * (count // len(at) if at else 1), values * (count // len(values) if values else 1)
        widths, bases = [at[0] + w - at[0] for w in spread(width, count)], _raw(0 if base is None else base, count)
        labels = [str(one) for one in label] if not isinstance(label, str) and label is not None else None
        if labels is not None and len(labels) != count:
            raise ValueError(f"number of labels ({len(labels)}) does not match number of bars ({count}).")
        colors, edges = _each(color, count), _each(edge, count)
        widths_of_lines = [line] * count if line is None or not shape(line) else list(line)
        hatches = [hatch] * count if hatch is None or isinstance(hatch, str) else list(hatch)
        patches = []
        for k in range(count):
            start = at[k] - widths[k] / 2 if align == "center" else at[k]
            box = ((start, bases[k]), widths[k], values[k]) if upright else ((bases[k], start), values[k], widths[k])
            one = Rectangle(*box, facecolor=colors[k], edgecolor=edges[k], linewidth=widths_of_lines[k],
                            hatch=hatches[k % len(hatches)], label=labels[k] if labels else "_nolegend_")
            one.set(**given)
            one.sticky = ([], [bases[k]]) if upright else ([bases[k]], [])
            patches.append(self.add_patch(one))
        if patches:
            patches[0]._shown = tensor if len(patches) == len(flat(length)) else None
            patches[0]._along = "x" if upright else "y"
        bars = None
        if "xerr" in errors or "yerr" in errors:
            middle = at if align == "center" else [a + w / 2 for a, w in zip(at, widths)]
            ends = [a + b for a, b in zip(bases, values)]
            errors = {"ecolor": "k", "zorder": given.get("zorder", 2), **errors}
            bars = self.errorbar(*((middle, ends) if upright else (ends, middle)), fmt="none",
                                 label="_nolegend_", **errors)
        self._ask("xy")
        made = BarContainer(patches, "_nolegend_" if labels else label, patches=patches, errorbar=bars, datavalues=np.array(values),
                            orientation=orientation)
        for one in patches:
            one._group = id(made)
        self.containers.append(made)
        if texts is not None:
            along.set_ticks(at)
            along.set_ticklabels([texts] * count if isinstance(texts, str) else texts)
        return made

    def bar_label(self, container, labels=None, *, fmt="%g", label_type="edge", padding=0, **given):
        """A text at each bar."""
        made = []
        upright = container.orientation == "vertical"
        for k, (one, value) in enumerate(zip(container.patches, container.datavalues.tolist())):
            x, y = one.outline()
            end = reach = (max if value >= 0 else min)(y if upright else x)
            if container.errorbar is not None:
                ends = [point[upright] for point in container.errorbar.lines[2][0]._segments[k]]
                reach = (max if value >= 0 else min)(ends)
            middle = ((min(x) + max(x)) / 2, (min(y) + max(y)) / 2)
            place = middle if label_type == "center" else (middle[0], reach) if upright else (reach, middle[1])
            away = (0, math.copysign(padding, value)) if upright else (math.copysign(padding, value), 0)
            side = {"ha": "center", "va": "center"} if label_type == "center" else \
                {"ha": "center", "va": "top" if value < 0 else "bottom"} if upright else \
                {"ha": "right" if value < 0 else "left", "va": "center"}
            length = (max(y) - min(y) if upright else max(x) - min(x)) * (1 if value >= 0 else -1)
            shown = length if label_type == "center" else end
            text = labels[k] if labels is not None else fmt(shown) if callable(fmt) \
                else fmt % shown if "%" in fmt else fmt.format(shown)
            made.append(self.annotate("" if value != value else text, place, away, textcoords="offset points",
                                      **side, **given))
        return made

    def hist(self, x, bins=None, range=None, density=False, weights=None, cumulative=False, bottom=None, histtype="bar",
             align="mid", orientation="vertical", rwidth=None, log=False, color=None, label=None, stacked=False, **given):
        """How many values are in each bin."""
        columns, x = hasattr(x, "dtype"), plain(x)
        many = isinstance(x, list) and x and isinstance(x[0], (list, tuple))
        sets = [flat(one) for one in (zip(*x) if columns else x)] if many else [flat(x)]
        weights = [None] * len(sets) if weights is None else [flat(one) for one in weights] if many else [flat(weights)]
        stacked = stacked or histtype == "barstacked"
        bins = rcParams["hist.bins"] if bins is None else bins
        colors = [color] if color is not None and one_color(color) else color
        colors = [self._next("line")["color"] for _ in sets] if colors is None else colors
        if len(colors) != len(sets):
            raise ValueError(f"The 'color' keyword argument must have one color per dataset, but {len(sets)} datasets "
                             f"and {len(colors)} colors were provided")
        sides = extent([v for one in sets for v in one]) if range is None else range
        if not shape(bins) and not isinstance(bins, str) and len(sets) > 1:
            bins = np.histogram([v for one in sets for v in one], bins, range=sides)[1]
        tops = []
        for one, weight in zip(sets, weights):
            counts, bins = np.histogram(np.array(one), bins, weights=None if weight is None else np.array(weight),
                                        density=bool(density) and not stacked,
                                        **({"range": sides} if not shape(bins) and sides else {}))
            tops.append([float(v) for v in counts.tolist()])
        edges = [float(v) for v in bins.tolist()]
        widths = [b - a for a, b in zip(edges[:-1], edges[1:])]
        if stacked:
            tops = np.cumsum(np.array(tops), axis=0).tolist()
            if density:
                total = sum(tops[-1])
                tops = [[v / w / total for v, w in zip(row, widths)] for row in tops]
        if cumulative:
            turn = -1 if not isinstance(cumulative, bool) and cumulative < 0 else 1
            tops = [[v * w for v, w in zip(row, widths)] for row in tops] if density else tops
            tops = [np.cumsum(np.array(row[::turn])).tolist()[::turn] for row in tops]
        patches = []
        if histtype in ("bar", "barstacked"):
            part = min(max(rwidth, 0), 1) if rwidth is not None else 0.8 if len(tops) > 1 and not stacked else 1.0
            share = 1 if stacked else len(sets)
            base = [0.0] * len(widths) if bottom is None else spread(bottom, len(widths))
            shift = {"left": 0.0, "mid": 0.5, "right": 1.0}[align]
            for k, (row, one) in enumerate(zip(tops, colors)):
                at = [a + w * (shift - 0.5 * part * (1 - 1 / share) + k * part / share * (share > 1))
                      for a, w in zip(edges, widths)]
                heights = [v - b for v, b in zip(row, base)] if stacked else row
                patches.append(self._bars(at, heights, [part * w / share for w in widths], base, "center", orientation,
                                          {"color": one, "log": log}))
                base = row if stacked else base
            for bars in patches[1:]:
                for one in bars:
                    one.sticky = None
        else:
            patches = self._outlines(tops, edges, colors, histtype == "stepfilled", orientation, log, stacked, bottom, align)
        texts = [label] if label is None or isinstance(label, str) else list(label)
        for k, one in enumerate(patches):
            for j, patch in enumerate(one):
                patch.set(**given)
            if k < len(texts) and texts[k] is not None:
                (one if hasattr(one, "orientation") else one[0]).set_label(texts[k])
        counts = [np.array(row) for row in tops]
        if len(tops) == 1:
            return counts[0], np.array(edges), patches[0]
        return np.array(tops), np.array(edges), SilentList(patches)

    def _outlines(self, tops, edges, colors, filled, orientation, log, stacked, bottom, align):
        upright = orientation == "vertical"
        if log:
            (self.set_yscale if upright else self.set_xscale)("log")
        shift = {"left": -0.5, "mid": 0.0, "right": 0.5}[align] * (edges[1] - edges[0])
        at = [v + shift for edge in edges for v in (edge, edge)]
        made, base = [], [0.0 if bottom is None else float(bottom)] * len(at)
        for row, color in zip(tops, colors):
            up = [base[0]] + [v for value in row for v in (value, value)] + [base[-1]]
            points = list(zip(at, up)) + (list(zip(at, base))[::-1] if filled else [])
            points = points if upright else [(b, a) for a, b in points]
            style = {"facecolor": color} if filled else {"edgecolor": color, "fill": False, "zorder": 2}
            one = Polygon(points, closed=filled, **style)
            one.sticky = ([], [0.0]) if upright else ([0.0], [])
            made.append([self.add_patch(one)])
            base = up if stacked else base
        self._ask("xy")
        return made

    def pie(self, x, explode=None, labels=None, colors=None, autopct=None, pctdistance=0.6, shadow=False, labeldistance=1.1,
            startangle=0, radius=1, counterclock=True, wedgeprops=None, textprops=None, center=(0, 0), frame=False,
            rotatelabels=False, *, normalize=True, data=None):
        """Parts of a disk."""
        values = flat(x)
        total = sum(values) if normalize else 1.0
        slices, texts, numbers, angle = [], [], [], startangle / 360
        for k, value in enumerate(values):
            to = angle + (value / total if counterclock else -value / total)
            middle, away = math.pi * (angle + to), explode[k] if explode is not None else 0
            cx, cy = center[0] + away * math.cos(middle), center[1] + away * math.sin(middle)
            text = str(labels[k]) if labels is not None else ""
            one = Wedge((cx, cy), radius, 360 * min(angle, to), 360 * max(angle, to), label=text,
                        facecolor=colors[k % len(colors)] if colors is not None else self._next("patch")["color"])
            one.set(**(wedgeprops or {}))
            slices.append(self.add_patch(one))
            for distance, shown, kept in ((labeldistance, text, texts), (pctdistance, autopct, numbers)):
                if distance is None or shown is None:
                    continue
                if kept is numbers:
                    shown = autopct(100 * value / total) if callable(autopct) else autopct % (100 * value / total)
                px, py = cx + distance * radius * math.cos(middle), cy + distance * radius * math.sin(middle)
                kept.append(self.text(px, py, shown, va="center", **{"ha": "center" if kept is numbers else "left" if px > 0 else "right",
                                                                    **(textprops or {})}))
            angle = to
        self.set_aspect("equal")
        if not frame:
            self.set(frame_on=False, xticks=[], yticks=[], xlim=(-1.25 + center[0], 1.25 + center[0]),
                     ylim=(-1.25 + center[1], 1.25 + center[1]))
        return (slices, texts) if autopct is None else (slices, texts, numbers)

    def boxplot(self, x, notch=None, sym=None, vert=True, whis=1.5, positions=None, widths=None, patch_artist=False,
                labels=None, showmeans=False, showfliers=True, showcaps=True, showbox=True, boxprops=None, medianprops=None,
                whiskerprops=None, capprops=None, flierprops=None, meanprops=None, tick_labels=None, **given):
        """Quartiles, the range, and what lies beyond it."""
        values = plain(x)
        sets = [flat(one) for one in values] if values and isinstance(values[0], (list, tuple)) else [flat(values)]
        if hasattr(x, "shape") and len(x.shape) == 2:
            sets = list(zip(*sets))
        places = list(range(1, len(sets) + 1)) if positions is None else plain(positions)
        room = max(max(places) - min(places), 0)
        widths = spread(min(max(0.15 * room, 0.15), 0.5) if widths is None else widths, len(sets))
        made = {name: [] for name in ("whiskers", "caps", "boxes", "medians", "fliers", "means")}

        def line(kind, a, b, props, **style):
            style = {"color": "black", "linewidth": 1.0, "label": "_nolegend_", **style, **_full(props or {})}
            made[kind].append(self.add_line(Line2D(*((a, b) if vert else (b, a)), **style)))
        for values, at, width in zip(sets, places, widths):
            values = sorted(finite(list(values)))
            low, middle, high = [float(v) for v in np.percentile(np.array(values), np.array([25, 50, 75])).tolist()]
            reach = whis * (high - low)
            inner = [v for v in values if low - reach <= v <= high + reach]
            bottom, top = min(inner + [low]), max(inner + [high])
            left, right = at - width / 2, at + width / 2
            box = ([left, right, right, left, left], [low, low, high, high, low])
            if showbox and patch_artist:
                patch = Polygon(list(zip(*(box if vert else box[::-1]))), **{"edgecolor": "black", **_full(boxprops or {})})
                made["boxes"].append(self.add_patch(patch))
            elif showbox:
                line("boxes", *box, boxprops)
            for a, b in ((low, bottom), (high, top)):
                line("whiskers", [at, at], [a, b], whiskerprops)
                if showcaps:
                    line("caps", [at - width / 4, at + width / 4], [b, b], capprops)
            line("medians", [left, right], [middle, middle], medianprops, color="C1")
            if showmeans:
                line("means", [at], [sum(values) / len(values)], meanprops, linestyle="None", marker="^", markerfacecolor="C2")
            if showfliers and sym != "":
                out = [v for v in values if v < bottom or v > top]
                line("fliers", [at] * len(out), out, flierprops, linestyle="None", marker="o", markerfacecolor="none")
        axis = self.xaxis if vert else self.yaxis
        axis.set_ticks(places)
        names = labels if labels is not None else tick_labels
        axis.set_ticklabels([str(one) for one in (names if names is not None else [int(p) if p == int(p) else p for p in places])])
        for values in ([places[0] - 0.5], [places[-1] + 0.5]):
            ghost = self.add_line(Line2D(*((values, [sets[0][0]]) if vert else ([sets[0][0]], values)), linestyle="None"))
            ghost.set_label("_nolegend_")
            ghost.sticky = (values, []) if vert else ([], values)
        self._ask("xy")
        return made

    # --- dots and images ---

    def scatter(self, x, y, s=None, c=None, marker=None, cmap=None, norm=None, vmin=None, vmax=None, alpha=None,
                linewidths=None, *, edgecolors=None, plotnonfinite=False, data=None, **given):
        """Dots."""
        if data is not None:
            x, y, s, c = [data[one] if isinstance(one, str) and one in data else one for one in (x, y, s, c)]
        tensor = shown(y)
        x, y = self.xaxis.convert(x), self.yaxis.convert(y)
        if len(x) != len(y):
            raise ValueError("x and y must be the same size")
        given = _full(given)
        color, face = given.pop("color", None), given.pop("facecolor", None)
        edge = given.pop("edgecolor", edgecolors)
        if color is not None and c is not None:
            raise ValueError("Supply a 'c' argument or a 'color' kwarg but not both; they differ but their "
                             "functionalities overlap.")
        if color is not None:
            edge, face = color if edge is None else edge, color if face is None else face
        array = None
        if c is None:
            face = self._next("patch")["color"] if face is None else face
        else:
            c = c if isinstance(c, str) else plain(c)
            if not isinstance(c, str) and len(c) == len(x) and [len(one) for one in c if isinstance(one, list)] == [1] * len(x):
                c = flat(c)  # a column of numbers
            if isinstance(c, str) or isinstance(c[0], (str, tuple, list)) or len(c) != len(x) and len(c) in (3, 4):
                face = c if isinstance(c, str) or one_color(c) or len(c) > 1 else c[0]
                fits = isinstance(c, str) or (one_color(c) or len(c) in (1, len(x))) \
                    and (isinstance(c[0], (str, tuple, list)) or max(c) <= 1)
            else:
                c = array = flat(c)
                fits = len(array) == len(x)
            if not fits:
                raise ValueError(f"'c' argument has {len(c)} elements, which is inconsistent with 'x' and 'y' with size {len(x)}.")
        sizes = [rcParams["lines.markersize"] ** 2.0] if s is None else plain(s) if shape(s) else [plain(s)]
        if len(sizes) not in (1, len(x)):
            raise ValueError("s must be a scalar, or float array-like with the same size as x and y")
        made = PathCollection(x, y, sizes, norm=norm, cmap=cmap if array is not None else None, facecolor=face,
                              edgecolor=rcParams["scatter.edgecolors"] if edge is None else edge, linewidth=linewidths,
                              alpha=alpha, marker=rcParams["scatter.marker"] if marker is None else marker
                              if isinstance(marker, str) else "o")
        made._shown = tensor
        if array is not None:
            made.set_array(np.array(array))
            made.set_clim(vmin, vmax)
            made.autoscale_None()
        made.set(**given)
        self.add_collection(made)
        self._ask("xy")
        return made

    def imshow(self, X, cmap=None, norm=None, *, aspect=None, interpolation=None, alpha=None, vmin=None, vmax=None,
               origin=None, extent=None, **given):
        """Cells of a matrix as colors."""
        self.set_aspect(rcParams["image.aspect"] if aspect is None else aspect)
        made = AxesImage(norm, cmap, rcParams["image.origin"] if origin is None else origin, extent,
                         interpolation=interpolation, alpha=alpha, **given)
        made.set_data(X)
        if norm is not None and (vmin is not None or vmax is not None) and not isinstance(norm, str):
            raise ValueError("Passing a Normalize instance simultaneously with vmin/vmax is not supported.  Please "
                             "pass vmin/vmax directly to the norm when creating it.")
        made.set_clim(vmin, vmax)
        made.autoscale_None()
        self._add(made)
        made.set_extent(made.get_extent())
        made._extent = extent
        self._image = made
        return made

    def matshow(self, Z, **given):
        """imshow() with ticks above."""
        made = self.imshow(Z, **{"origin": "upper", "interpolation": "nearest", "aspect": "equal", **given})
        self.title.set_y(1.05)
        self.xaxis.tick_top()
        for axis in (self.xaxis, self.yaxis):
            axis.set_major_locator(MaxNLocator(nbins=9, steps=[1, 2, 5, 10], integer=True))
        return made

    def pcolormesh(self, *args, alpha=None, norm=None, cmap=None, vmin=None, vmax=None, shading=None, antialiased=False, **given):
        """Cells between lines as colors."""
        values = args[-1]
        if len(args) == 3 and len(shape(args[0])) == 2 and plain(args[0])[0][0] == plain(args[0])[0][-1]:
            args = [list(zip(*plain(one))) for one in args]
            values = args[-1]
        rows, columns = shape(values)[:2]

        def lines(given, count, axis):
            given = axis.convert(given[0] if axis is self.xaxis else [row[0] for row in plain(given)]) \
                if len(shape(given)) == 2 else axis.convert(given)
            if len(given) == count:
                middles = [(a + b) / 2 for a, b in zip(given[:-1], given[1:])]
                half = (given[1] - given[0]) / 2 if count > 1 else 0.5
                last = (given[-1] - given[-2]) / 2 if count > 1 else 0.5
                given = [given[0] - half] + middles + [given[-1] + last]
            if len(given) != count + 1:
                raise TypeError(f"Dimensions of C {(rows, columns)} should be one smaller than X({len(given)}) and "
                                f"Y({len(given)}) while using shading='flat' see help(pcolormesh)")
            return given
        xs = lines(args[0], columns, self.xaxis) if len(args) == 3 else [float(k) for k in range(columns + 1)]
        ys = lines(args[1], rows, self.yaxis) if len(args) == 3 else [float(k) for k in range(rows + 1)]
        made = QuadMesh(xs, ys, values, norm=norm, cmap=cmap, alpha=alpha, **given)
        if vmin is not None or vmax is not None:
            made.set_clim(vmin, vmax)
        made.autoscale_None()
        made.sticky = ([min(xs), max(xs)], [min(ys), max(ys)])
        self.add_collection(made)
        self._image, self.xaxis._grid, self.yaxis._grid = made, False, False
        self._ask("xy")
        return made

    pcolor = pcolorfast = pcolormesh

    def hist2d(self, x, y, bins=10, range=None, density=False, weights=None, cmin=None, cmax=None, **given):
        """How many points are in each cell."""
        x, y = flat(x), flat(y)
        counts = spread(bins, 2) if not shape(bins) else bins
        edges = [np.histogram(np.array(one), int(count), range=part)[1].tolist() if not shape(count) else flat(count)
                 for one, count, part in zip((x, y), counts, range or (None, None))]
        cells = [[0.0] * (len(edges[1]) - 1) for _ in edges[0][1:]]
        for a, b in zip(x, y):
            i, j = [min(sum([v >= edge for edge in side]) - 1, len(side) - 2) for v, side in zip((a, b), edges)]
            if edges[0][0] <= a <= edges[0][-1] and edges[1][0] <= b <= edges[1][-1]:
                cells[i][j] += 1.0
        image = self.pcolormesh(edges[0], edges[1], [list(row) for row in zip(*cells)], **given)
        return np.array(cells), np.array(edges[0]), np.array(edges[1]), image

    from matplotlib.contour import contour, contourf

    # --- texts ---

    def text(self, x, y, s, fontdict=None, **given):
        """A text at a place."""
        return self._add(Text(x, y, s, fontdict=fontdict, **given))

    def annotate(self, text, xy, xytext=None, xycoords="data", textcoords=None, arrowprops=None, annotation_clip=None, **given):
        """A text that tells of a place."""
        return self._add(Annotation(text, xy, xytext, xycoords, textcoords, arrowprops, **given))

    def arrow(self, x, y, dx, dy, **given):
        """An arrow."""
        from matplotlib.patches import FancyArrow
        self.add_patch(FancyArrow(x, y, dx, dy, **given))
        self._ask("xy")
        return self._children[-1]

    def quiver(self, *args, color="k", angles=None, scale=None, scale_units=None, **given):
        """Arrows from places; their length is that of the data where scale is 1, else at most a part of the axes."""
        from matplotlib.quiver import Quiver, Shaft
        u, v = [flat(one) for one in (args[2:4] if len(args) > 3 else args[:2])]
        wide = np.shape(args[0])[-1] if len(np.shape(args[0])) == 2 else len(u)
        x, y = [flat(one) for one in args[:2]] if len(args) > 3 else \
            [[float(k % wide) for k in range(len(u))], [float(k // wide) for k in range(len(u))]]
        if len(x) * len(y) == len(u) != len(x):
            x, y = x * len(y), [b for b in y for _ in x]
        longest = max([math.hypot(a, b) for a, b in zip(u, v)] + [1e-12])
        room = max(max(x) - min(x), max(y) - min(y)) or 1.0
        part = 1 / scale if scale and scale_units in ("xy", "x", "y") else 0.2 * room / longest
        colors = _each(color, len(x))
        for a, b, p, q, one in zip(x, y, u, v, colors):
            self.add_patch(Shaft((a, b), (a + p * part, b + q * part), color=one))
        self.add_line(Line2D(x, y, linestyle="None", marker="None"))
        self._ask("xy")
        return Quiver()

    def __getattr__(self, name):
        if name in ("tricontour", "tricontourf", "tripcolor", "streamplot", "barbs", "hexbin", "violinplot",
                    "table", "eventplot", "broken_barh", "secondary_xaxis", "secondary_yaxis", "magnitude_spectrum", "specgram",
                    "clabel", "quiverkey", "psd", "acorr", "xcorr", "triplot", "violin", "indicate_inset", "indicate_inset_zoom",
                    "ticklabel_format", "label_outer", "set_prop_cycle", "set_position"):
            def nothing(*args, **given):
                self._undrawn(name)
                return Undrawn(args[-1], given) if "contour" in name else Anything() if name not in _STANDS \
                    else stand_in(_STANDS[name])
            return nothing
        if name in ("get_position", "get_xaxis_transform", "get_yaxis_transform"):
            from torch._C import _unsupported
            return lambda *args, **given: _unsupported(f"Axes.{name}() is not supported")
        return super().__getattr__(name)


for _name, _scales in (("semilogx", "x"), ("semilogy", "y"), ("loglog", "xy")):  # plot() with these by their logarithms
    setattr(Plots, _name, lambda self, *args, scales=_scales, **given: self._scaled(scales, args, given))
