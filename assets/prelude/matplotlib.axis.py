# Holds an axis: its limits, its scale, its ticks and its label.

import math

from matplotlib import Anything, lacking, rcParams, ticker
from matplotlib.artist import Artist, points
from matplotlib.cbook import extent, flat, plain
from matplotlib.colors import ink
from matplotlib.text import Text
import numpy as np


class _CategoryLocator(ticker.Locator):
    def __init__(self, places):
        self._places = places

    def __call__(self):
        return list(self._places.values())


class _CategoryFormatter(ticker.Formatter):
    def __init__(self, places):
        self._places = places

    def __call__(self, x, pos=None):
        return {place: text for text, place in self._places.items()}.get(round(x), "")


class Span:
    """What axes that share an axis have in common: limits, scale, and where ticks are."""

    def __init__(self, name, axes):
        self.part, self.members = "xy".index(name), [axes]
        self.clear()

    def clear(self):
        """As at first."""
        self.limits, self.auto, self.stale = (0.0, 1.0), True, False
        self.scale, self.base, self.places = "linear", 10.0, None
        self.locator, self.formatter = ticker.AutoLocator(), ticker.ScalarFormatter()

    def values(self):
        """All that autoscaling regards."""
        for axes in self.members:
            for artist in axes._children:
                found = artist.limits()
                if found is not None and len(found[self.part]):
                    yield found[self.part]

    def least_positive(self):
        """Infinite if there is none."""
        return min([v for values in self.values() for v in values if v > 0] + [math.inf])

    def take(self, low, high):
        """Limits of an image."""
        if self.auto:
            self.limits, self.stale = (low, high), False

    def view(self):
        """The limits, found anew if data were plotted."""
        if self.auto and self.stale:
            self.stale = False
            self.limits = self._autoscaled()
        return self.limits

    def place(self):
        """The locator; it knows an axis."""
        axes = self.members[0]
        self.locator.set_axis((axes.xaxis, axes.yaxis)[self.part])
        return self.locator

    def forward(self, v):
        """By the scale."""
        if self.scale != "log":
            return v
        return (math.log10(v) if self.base == 10 else math.log(v) / math.log(self.base)) if v > 0 else -1000.0

    def back(self, v):
        """From the scale."""
        return v if self.scale != "log" else float(self.base) ** v

    def _autoscaled(self):
        found = [pair for pair in [extent(values) for values in self.values()] if pair]
        low, high = (min([a for a, _ in found]), max([b for _, b in found])) if found else (-math.inf, math.inf)
        low, high = self.place().nonsingular(low, high)
        sticky = sorted([float(v) for axes in self.members if axes._use_sticky for artist in axes._children
                         if artist.sticky for v in artist.sticky[self.part]])
        margin = self.members[0]._margins[self.part]
        slack = 1e-5 * max(abs(low), abs(high), abs(high - low))
        if self.scale == "log":
            sticky = [v for v in sticky if v > 0]
            least = self.least_positive()
            least = least if least < math.inf else 1e-300
            low, high = low if low > 0 else least, high if high > 0 else least
        below, above = [v for v in sticky if v < low + slack], [v for v in sticky if v >= high - slack]
        a, b = self.forward(low), self.forward(high)
        room = (b - a) * margin
        low, high = self.back(a - room), self.back(b + room)
        low = max(low, below[-1]) if below else low
        high = min(high, above[0]) if above else high
        low, high = self.locator.view_limits(low, high)
        return (high, low) if self.limits[0] > self.limits[1] else (low, high)

    def set(self, low, high, auto):
        """Given limits; None leaves one as it is."""
        old = self.view()
        low, high = old[0] if low is None else low, old[1] if high is None else high
        if not (math.isfinite(low) and math.isfinite(high)):
            raise ValueError("Axis limits cannot be NaN or Inf")
        if self.scale == "log":
            low, high = low if low > 0 else old[0], high if high > 0 else old[1]
        flip = low > high
        low, high = sorted(self.place().nonsingular(low, high), reverse=flip)
        self.limits, self.stale = (low, high), False
        self.auto = self.auto if auto is None else bool(auto)
        return low, high

    def set_scale(self, scale, base=10):
        """Linear or log; others are not drawn."""
        if scale not in ("linear", "log"):
            lacking(f"the scale {scale!r}")
            scale = "linear"
        if scale != self.scale or base != self.base:
            self.scale, self.base, self.stale = scale, base, True
            if scale == "log":
                self.locator, self.formatter = ticker.LogLocator(base), ticker.LogFormatterSciNotation(base)
            else:
                self.locator, self.formatter = ticker.AutoLocator(), ticker.ScalarFormatter()


class Tick(Artist):
    """A tick: its text is label1."""

    def __init__(self, axis):
        super().__init__()
        self.label1, self.axes = Text(0, 0, "", ha="center" if axis.axis_name == "x" else "right"), axis.axes
        self.label1.axes = axis.axes
        self.label2 = self.tick1line = self.tick2line = self.gridline = Anything()
        self.label = self.label1


class XTick(Tick):
    """A tick of the x axis."""


class YTick(Tick):
    """A tick of the y axis."""


class Axis(Artist):
    """What XAxis and YAxis have in common."""

    zorder = 2.5

    def __init__(self, axes, span):
        super().__init__()
        self.axes, self.span = axes, span
        self.label = Text(0.5, 0, "") if self.axis_name == "x" else Text(0, 0.5, "", rotation=90)
        self.label.axes = axes
        self.labelpad = rcParams["axes.labelpad"]
        self.clear_style()

    def clear_style(self):
        """Ticks, grid and label as at first."""
        name = self.axis_name
        self._ticks, self._style = [], {"labelsize": rcParams[name + "tick.labelsize"], "rotation": 0.0,
                                        "labelcolor": rcParams[name + "tick.color"]}
        near, far = [rcParams[one] for one in (("xtick.bottom", "xtick.top") if name == "x" else ("ytick.left", "ytick.right"))]
        self._shown, self._far = {"label": True, "tick": bool(near or far)}, far and not near
        self._minor_grid = False
        self._grid = rcParams["axes.grid"] and rcParams["axes.grid.axis"] in (name, "both")
        self._grid_style = {}
        self.label.set_text("")
        self.label.set(fontsize=rcParams["axes.labelsize"], fontweight=rcParams["axes.labelweight"],
                       color=rcParams["axes.labelcolor"])

    # --- values ---

    def convert(self, x):
        """Floats; texts get the places 0, 1, 2, ..."""
        x = plain(x)
        if isinstance(x, str):
            x = [x]
        if isinstance(x, list) and x and isinstance(x[0], str):
            span = self.span
            if span.places is None:
                span.places = {}
                span.locator, span.formatter = _CategoryLocator(span.places), _CategoryFormatter(span.places)
            for text in x:
                span.places.setdefault(str(text), len(span.places))
            return [float(span.places[str(text)]) for text in x]
        if isinstance(x, list) and x and hasattr(x[0], "toordinal"):
            lacking("an axis of dates")
            return [float(day.toordinal()) for day in x]
        return flat(x)

    convert_units = convert

    def get_view_interval(self):
        """The limits."""
        return np.array(self.span.view())

    def get_minpos(self):
        """The least positive value."""
        return self.span.least_positive()

    def get_tick_space(self):
        """For about how many ticks there is room."""
        size = points(self._style["labelsize"]) * (3 if self.axis_name == "x" else 2)
        return int(self.axes._length(self.axis_name) * 72 // size) if size > 0 else 2 ** 31 - 1

    def get_limits(self):
        """The same."""
        return tuple(self.span.view())

    def invert(self):
        """The other way round."""
        low, high = self.span.view()
        self.span.set(high, low, None)

    def set_scale(self, value, base=10, **given):
        """"linear" or "log"."""
        self.span.set_scale(value, base)

    # --- ticks ---

    def _ask(self, helper):
        helper.set_axis(self)
        return helper

    def get_major_locator(self):
        """Where ticks are."""
        return self._ask(self.span.locator)

    def get_major_formatter(self):
        """What they say."""
        return self._ask(self.span.formatter)

    def set_major_locator(self, locator):
        """Where ticks are."""
        if not isinstance(locator, Anything):
            self.span.locator = self._ask(locator)

    def set_major_formatter(self, formatter):
        """What they say."""
        if isinstance(formatter, Anything):
            return
        if isinstance(formatter, str):
            formatter = ticker.StrMethodFormatter(formatter)
        elif callable(formatter) and not isinstance(formatter, ticker.Formatter):
            formatter = ticker.FuncFormatter(formatter)
        self.span.formatter = self._ask(formatter)

    def set_minor_locator(self, *args, **given):
        """Minor ticks are not drawn; the picture engine finds the place of a label."""

    set_minor_formatter = set_label_position = set_label_coords = set_minor_locator

    def get_majorticklocs(self):
        """The place of each tick."""
        return self.get_major_locator()()

    def get_ticklocs(self, *, minor=False):
        """The place of each tick."""
        return np.array([]) if minor else self.get_majorticklocs()

    def get_major_ticks(self, numticks=None):
        """A tick for each place."""
        count = len(self.get_majorticklocs()) if numticks is None else numticks
        while len(self._ticks) < count:
            self._ticks.append(self._tick(self))
            self._ticks[-1].label1.set(fontsize=self._style["labelsize"], rotation=self._style["rotation"],
                                       color=self._style["labelcolor"])
        return self._ticks[:count]

    def _updated(self):
        locs = self.get_majorticklocs()
        places = plain(locs)
        texts = self.get_major_formatter().format_ticks(locs if places and isinstance(places[0], int) else places)
        ticks = self.get_major_ticks(len(places))
        for tick, place, text in zip(ticks, places, texts):
            tick.label1.set_text(text)
            tick.label1._kept[self.axis_name] = place
        return ticks, places

    def get_ticklabels(self, minor=False, which=None):
        """The text of each tick."""
        if minor or which == "minor":
            return []
        return [tick.label1 for tick in self._updated()[0] if self._shown["label"] and tick.label1.get_visible()]

    get_majorticklabels = get_ticklabels

    def set_ticks(self, ticks, labels=None, *, minor=False, **kwargs):
        """Ticks at these places, with texts."""
        if minor:
            return []
        ticks = self.convert(ticks) if isinstance(plain(ticks), list) and plain(ticks) \
            and isinstance(plain(ticks)[0], str) else ticks
        values = flat(ticks)
        if values:
            low, high = self.span.view()
            sides = min(values + [low, high]), max(values + [low, high])
            self.span.limits = sides if low <= high else sides[::-1]
        self.set_major_locator(ticker.FixedLocator(ticks))
        made = self.get_major_ticks(len(values))
        if labels is not None:
            self.set_ticklabels(labels, **kwargs)
        return made

    def set_ticklabels(self, labels, *, minor=False, **kwargs):
        """The texts of the ticks."""
        if minor:
            return []
        try:
            texts = [one.get_text() if hasattr(one, "get_text") else one for one in plain(labels)]
        except TypeError:
            raise TypeError(f"{labels!r} must be a sequence")
        locator = self.get_major_locator()
        if isinstance(locator, ticker.FixedLocator):
            if len(locator.locs) != len(texts) and len(texts) != 0:
                raise ValueError(f"The number of FixedLocator locations ({len(locator.locs)}), usually from a call to "
                                 f"set_ticks, does not match the number of ticklabels ({len(texts)}).")
            known = dict(zip(flat(locator.locs), texts))
            self.set_major_formatter(ticker.FuncFormatter(lambda x, pos: known.get(float(x), "")))
        else:
            self.set_major_formatter(ticker.FixedFormatter(texts))
        made = [tick.label1 for tick in self._updated()[0]]
        given = {**(kwargs.pop("fontdict", None) or {}), **kwargs}
        for one in made:
            one.set(**given)
        if "rotation" in given and made:
            self._style["rotation"] = made[0].get_rotation()
        return made

    def set_tick_params(self, which="major", reset=False, **params):
        """Size, color, rotation and side of ticks and their texts."""
        if which == "minor":
            return
        self._far_from(params)
        near = ("bottom", "left") if not self._far else ("top", "right")
        for name, value in params.items():
            if name in near:
                self._shown["tick"] = bool(value)
            if name in ["label" + side for side in near]:
                self._shown["label"] = bool(value)
            if name in ("labelsize", "labelrotation", "rotation", "labelcolor", "colors"):
                name = {"labelrotation": "rotation", "colors": "labelcolor"}.get(name, name)
                self._style[name] = value
                for tick in self._ticks:
                    tick.label1.set(**{{"labelsize": "fontsize", "labelcolor": "color"}.get(name, name): value})
            if name == "length" and value == 0:
                self._shown["tick"] = False

    def _far_from(self, params):
        far, near = ("top", "bottom") if self.axis_name == "x" else ("right", "left")
        if params.get("label" + far) and not params.get("label" + near, False) and ("label" + near in params or far in params):
            self._far, self._shown["label"] = True, True
        elif params.get("label" + near):
            self._far, self._shown["label"] = False, True

    def _side(self, far):
        self._far, self._shown = far, {"label": True, "tick": True}

    def tick_top(self):
        """Ticks above."""
        self._side(True)

    def tick_bottom(self):
        """Ticks below."""
        self._side(False)

    tick_right, tick_left = tick_top, tick_bottom

    def set_ticks_position(self, position):
        """On which side ticks are."""
        if position == "none":
            self._shown["tick"] = False
        elif position not in ("both", "default"):
            self._side(position in ("top", "right"))

    def set_label_text(self, label, fontdict=None, **kwargs):
        """The text beside the axis."""
        self.label.set_text(label)
        self.label.set(**{**(fontdict or {}), **kwargs})
        return self.label

    def get_label(self):
        """The text beside the axis."""
        return self.label

    def get_label_text(self):
        """The text beside the axis."""
        return self.label.get_text()

    def get_offset_text(self):
        """What stands at the end of the axis."""
        self._updated()
        return Text(0, 0.5, self.get_major_formatter().get_offset())

    offsetText = property(get_offset_text)

    def grid(self, visible=None, which="major", **style):
        """Lines at the ticks."""
        if which != "major":
            self._minor_grid = True if visible is None else bool(visible)
        if which != "minor":
            self._grid = (True if style else not self._grid) if visible is None else bool(visible)
            self._grid_style.update(style)

    def _minor(self, low, high):
        """Short ticks: of a logarithmic axis of a few decades."""
        if self.span.scale != "log" or self.span.base != 10 or high - low > 9:
            return []
        places = [k * 10.0 ** n for n in range(math.floor(low), math.ceil(high)) for k in range(2, 10)]
        return [place for place in places if low <= math.log10(place) <= high]

    def record(self):
        """Limits, scale, ticks and texts."""
        low, high = self.span.view()
        ticks, places = self._updated()
        slack = 1e-9 * abs(self.span.forward(high) - self.span.forward(low))
        a, b = sorted([self.span.forward(low), self.span.forward(high)])
        shown = [(tick.label1, float(place)) for tick, place in zip(ticks, places)
                 if a - slack <= self.span.forward(place) <= b + slack]
        style = shown[0][0] if shown else Text(ha="center", fontsize=self._style["labelsize"], rotation=self._style["rotation"],
                                               color=self._style["labelcolor"])
        visible = self._kept["visible"]
        hidden, shown = not self._shown["label"] or not visible, shown if visible else []
        return {"lo": float(low), "hi": float(high), "log": self.span.scale == "log", "ticks": [place for _, place in shown],
                "texts": ["" if hidden or not text.get_visible() else text.get_text() for text, _ in shown],
                "rotation": float(style.get_rotation()), "tick_ha": style.get_horizontalalignment(), "tick_size": style.get_fontsize(),
                "tick_color": ink(style.get_color())[0], "label_color": ink(self.label.get_color())[0],
                "bare": not self._shown["tick"], "minor": self._minor(a, b) if visible else [],
                "offset": "" if hidden else self.get_major_formatter().get_offset(),
                "label": self.label.get_text() or None if visible and self.label.get_visible() else None,
                "far": self._far or self.axes._side == {"x": "top", "y": "right"}[self.axis_name],
                "grid": self._grid and visible, "minor_grid": self._minor_grid and visible}


class XAxis(Axis):
    """The horizontal one."""

    axis_name = "x"
    _tick = XTick


class YAxis(Axis):
    """The vertical one."""

    axis_name = "y"
    _tick = YTick
