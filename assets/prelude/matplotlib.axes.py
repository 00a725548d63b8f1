# Makes axes: a place of a figure with its two axes, and what is plotted there.

from matplotlib import lacking, rcParams
from matplotlib._plots import Plots
from matplotlib.artist import Artist, dash
from matplotlib.axis import Span, XAxis, YAxis
from matplotlib.cbook import flat, plain
from matplotlib.collections import Collection
from matplotlib.colors import ink, to_rgba
from matplotlib.image import AxesImage
from matplotlib.legend import Legend, asked, labelled
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Rectangle
from matplotlib.spines import Spine, Spines
from matplotlib.text import Text
from matplotlib.transforms import Transform


class ArtistList(list):
    """What axes have of a kind, at the moment."""

    def __init__(self, kind, parts):
        super().__init__(parts)
        self._kind = kind

    def __repr__(self):
        return f"<Axes.ArtistList of {len(self)} {self._kind}>"


class Axes(Plots, Artist):
    """Where functions of pyplot and methods of the code plot."""

    name = "rectilinear"
    _lacking = None
    _own = {"facecolor": None, "frame_on": True, "axisbelow": "line", "anchor": "C", "adjustable": "box", "aspect": "auto",
            "box_aspect": None, "navigate": True}
    _as = {"frame_on": bool}

    def __init__(self, figure, spec=None, box=None, sharex=None, sharey=None, frameon=True, **given):
        super().__init__()
        self.axes, self.figure, self._spec, self._box = self, figure, spec, box
        self._over, self._side = None, None
        spans = [other._spans[k] if other is not None else Span(name, self)
                 for k, (name, other) in enumerate((("x", sharex), ("y", sharey)))]
        for span in spans:
            if self not in span.members:
                span.members.append(self)
        self._spans = spans
        self.xaxis, self.yaxis = XAxis(self, spans[0]), YAxis(self, spans[1])
        self.transAxes, self.transData = Transform("axes", axes=self), Transform("data", axes=self)
        self.clear()
        self.set(frame_on=frameon, **given)

    def clear(self):
        """Empty axes."""
        self._children, self.containers, self.legend_, self._missing = [], [], None, []
        self._use_sticky, self._margins = True, [rcParams["axes.xmargin"], rcParams["axes.ymargin"]]
        self._turn, self._cycle, self._image, self._on = {"line": 0, "patch": 0}, list(rcParams["axes.prop_cycle"]), None, True
        self._aspected, self._sides = False, []
        for span in self._spans:
            if len(span.members) == 1:
                span.clear()
        for axis in (self.xaxis, self.yaxis):
            axis.clear_style()
        size = rcParams["axes.titlesize"]
        color = rcParams["axes.titlecolor"]
        self._titles = {loc: Text({"left": 0.0, "center": 0.5, "right": 1.0}[loc], 1.0, "", ha=loc, fontsize=size,
                                  va="baseline", fontweight=rcParams["axes.titleweight"],
                                  color=rcParams["text.color"] if color == "auto" else color)
                        for loc in ("left", "center", "right")}
        self.title = self._titles["center"]
        for one in self._titles.values():
            one.axes = self
        self.patch = Rectangle((0, 0), 1, 1, facecolor=rcParams["axes.facecolor"])
        self._kept.update(aspect="auto", axisbelow=rcParams["axes.axisbelow"])
        self.spines = Spines({side: Spine(side) for side in ("left", "right", "bottom", "top")})

    cla = clear

    def __repr__(self):
        titles = {loc: one.get_text() for loc, one in self._titles.items() if one.get_text()}
        fields = [f"label={self.get_label()!r}"] if self.get_label() else []
        fields += [f"title={titles}"] if titles else []
        fields += [f"{axis.axis_name}label={axis.get_label_text()!r}" for axis in (self.xaxis, self.yaxis)
                   if axis.get_label_text()]
        return f"<{type(self).__name__}: " + ", ".join(fields) + ">"

    def __str__(self):
        return "%s(%g,%g;%gx%g)" % (type(self).__name__, *self._whole())

    # --- what is in it ---

    def _add(self, artist):
        artist.axes, artist.figure, artist._remove = self, self.figure, self._drop
        self._children.append(artist)
        return artist

    def _drop(self, artist):
        self._children = [one for one in self._children if one is not artist]
        self.containers = [one for one in self.containers if not any([part is artist for part in one])]
        if self.legend_ is artist:
            self.legend_ = None

    def add_line(self, line):
        """A line of one's own."""
        self._add(line)
        self._named(line, "_child")
        if line._across is None:
            line._points()
            self._ask("xy")
        return line

    def _named(self, artist, word):
        if not artist.get_label():
            artist.set_label(f"{word}{len(self._children) - 1}")

    def add_patch(self, p):
        """A shape of one's own."""
        return self._add(p)

    def add_collection(self, collection, autolim=True):
        """A collection of one's own."""
        self._add(collection)
        self._named(collection, "_child")
        return collection

    def add_artist(self, a):
        """Anything of one's own."""
        return self._add(a) if isinstance(a, Artist) and not isinstance(a, Legend) else a

    def _of(self, *kinds):
        return [one for one in self._children if isinstance(one, kinds)]

    lines = property(lambda self: ArtistList("lines", self._of(Line2D)))
    patches = property(lambda self: ArtistList("patches", self._of(Patch)))
    collections = property(lambda self: ArtistList("collections", self._of(Collection)))
    images = property(lambda self: ArtistList("images", self._of(AxesImage)))
    texts = property(lambda self: ArtistList("texts", self._of(Text)))
    artists = property(lambda self: ArtistList("artists", []))

    def remove(self):
        """The figure has it no longer."""
        self.figure.delaxes(self)

    # --- limits ---

    def _ask(self, names):
        for name in names:
            self._spans["xy".index(name)].stale = True

    def _limits(self, axis, low, high, auto):
        if high is None and low is not None and hasattr(low, "__len__") and not isinstance(low, str):
            low, high = plain(low)
        low, high = [None if v is None else axis.convert(v)[0] for v in (low, high)]
        return axis.span.set(low, high, auto)

    def set_xlim(self, left=None, right=None, emit=True, auto=False, *, xmin=None, xmax=None):
        """From left to right."""
        return self._limits(self.xaxis, xmin if left is None else left, xmax if right is None else right, auto)

    def set_ylim(self, bottom=None, top=None, emit=True, auto=False, *, ymin=None, ymax=None):
        """From bottom to top."""
        return self._limits(self.yaxis, ymin if bottom is None else bottom, ymax if top is None else top, auto)

    def margins(self, *margins, x=None, y=None, tight=True):
        """Room around the data, as a part of its range."""
        if margins:
            x, y = margins if len(margins) == 2 else margins * 2
        if x is None and y is None:
            return tuple(self._margins)
        for k, value in enumerate((x, y)):
            if value is not None:
                self._margins[k] = value
                self._ask("xy"[k])

    def autoscale(self, enable=True, axis="both", tight=None):
        """Limits of the data."""
        for k, name in enumerate("xy"):
            if axis in (name, "both"):
                self._spans[k].auto = self._spans[k].auto if enable is None else bool(enable)
                if tight:
                    self._margins[k] = 0.0
                if enable or enable is None:
                    self._ask(name)

    def set_autoscale_on(self, b):
        """Whether limits follow the data."""
        for span in self._spans:
            span.view()
            span.auto = bool(b)

    def relim(self, *args, **given):
        """Limits of the data are always looked up; minor ticks are not drawn."""

    minorticks_on = minorticks_off = relim

    use_sticky_edges = property(lambda self: self._use_sticky, lambda self, b: setattr(self, "_use_sticky", bool(b)))

    def set_aspect(self, aspect, adjustable=None, anchor=None, share=False):
        """"auto", "equal", or how much longer a unit of y is."""
        self._kept["aspect"] = "auto" if aspect == "auto" else 1.0 if aspect == "equal" else float(aspect)

    def axis(self, *args, emit=True, **given):
        """"off", "on", "equal", "tight", "square", "image", or the four limits."""
        args = args[0] if args else None
        if isinstance(args, bool):
            args = "on" if args else "off"
        if isinstance(args, str):
            if args in ("on", "off"):
                self._on = args == "on"
            elif args in ("equal", "tight", "scaled", "auto", "image", "square"):
                self.set_autoscale_on(True)
                self.set_aspect("auto" if args in ("auto", "tight") else "equal")
                if args == "image":
                    self._margins = [0.0, 0.0]
                self._ask("xy")
                if args in ("tight", "scaled", "image"):
                    self.set_autoscale_on(False)
                if args == "square":
                    (x0, x1), (y0, y1) = self.get_xlim(), self.get_ylim()
                    side = max(abs(x1 - x0), abs(y1 - y0))
                    self.set_xlim(x0, x0 + side, auto=False)
                    self.set_ylim(y0, y0 + side, auto=False)
            else:
                raise ValueError(f"Unrecognized string {args!r} to axis; try 'on' or 'off'")
        elif args is not None:
            x0, x1, y0, y1 = plain(args)
            given = {"xmin": x0, "xmax": x1, "ymin": y0, "ymax": y1}
        if given:
            self.set_xlim(given.get("xmin"), given.get("xmax"), auto=None if None in (given.get("xmin"), given.get("xmax")) else False)
            self.set_ylim(given.get("ymin"), given.get("ymax"), auto=None if None in (given.get("ymin"), given.get("ymax")) else False)
        return self.get_xlim() + self.get_ylim()

    def set_axis_off(self):
        """Only what is plotted."""
        self._on = False

    # --- texts, ticks, legend ---

    def set_title(self, label, fontdict=None, loc=None, pad=None, *, y=None, **given):
        """The text above."""
        loc = (rcParams["axes.titlelocation"] if loc is None else loc).lower()
        title = self._titles[loc]
        title.set_text(label)
        if y is not None:
            title.set_y(y)
        title.set(**{**(fontdict or {}), **given})
        return title

    def get_title(self, loc="center"):
        """The text above."""
        return self._titles[loc].get_text()

    def set_xlabel(self, xlabel, fontdict=None, labelpad=None, *, loc=None, **given):
        """The text below."""
        return self.xaxis.set_label_text(xlabel, fontdict, **given)

    def set_ylabel(self, ylabel, fontdict=None, labelpad=None, *, loc=None, **given):
        """The text beside."""
        return self.yaxis.set_label_text(ylabel, fontdict, **given)

    def _both(self, axis="both"):
        return [one for one in (self.xaxis, self.yaxis) if axis in (one.axis_name, "both")]

    def tick_params(self, axis="both", **params):
        """Size, color, rotation and side of ticks."""
        for one in self._both(axis):
            sides = ("left", "right") if one is self.xaxis else ("top", "bottom")
            one.set_tick_params(**{name: value for name, value in params.items() if not name.endswith(sides)})

    def locator_params(self, axis="both", tight=None, **params):
        """How many ticks there are."""
        for one in self._both(axis):
            one.get_major_locator().set_params(**params)

    def grid(self, visible=None, which="major", axis="both", **style):
        """Lines at the ticks."""
        for one in self._both(axis):
            one.grid(visible, which, **style)

    def get_legend_handles_labels(self, legend_handler_map=None):
        """What has a label, and the labels."""
        found = labelled([self])
        return [handle for handle, _ in found], [text for _, text in found]

    def legend(self, *args, handles=None, labels=None, **given):
        """Texts beside samples of what they tell of."""
        handles, labels = asked(args, handles, labels)
        if handles is None and labels is not None:
            handles = [one for one in self._of(Line2D, Patch, Collection) if one.get_label() != "_nolegend_"] + self.containers
        elif handles is None:
            handles, labels = self.get_legend_handles_labels()
        handles = list(handles)
        labels = [one.get_label() for one in handles] if labels is None else list(labels)
        pairs = list(zip(handles, labels))
        self.legend_ = Legend(self, [one for one, _ in pairs], [text for _, text in pairs], **given)
        self.legend_._remove = self._drop
        return self.legend_

    # --- style ---

    def set_facecolor(self, color):
        """The color behind."""
        self.patch.set_facecolor(color)

    def get_facecolor(self):
        """The color behind."""
        return to_rgba(self.patch.get_facecolor())

    # --- places ---

    def twinx(self):
        """Axes with the same x, and a y of its own on the right."""
        return self.figure._twin(self, "x")

    def twiny(self):
        """Axes with the same y, and an x of its own above."""
        return self.figure._twin(self, "y")

    def inset_axes(self, bounds, *, transform=None, zorder=5, **given):
        """Axes within these, by fractions of them."""
        x, y, w, h = self._whole()
        made = Axes(self.figure, None, (x + bounds[0] * w, y + bounds[1] * h, bounds[2] * w, bounds[3] * h), **given)
        made._within = (self, tuple([float(v) for v in bounds]))
        self.figure._insets.append(made)
        return made

    def _whole(self):
        """Left, bottom, width and height, without regard to the aspect."""
        if self._over is not None:
            return self._over._whole()
        x, y, w, h = self._box if self._box is not None else self._spec.box(self.figure)
        for side, part, gap in self._sides:
            if side in ("right", "left"):
                x, w = (x if side == "right" else x + w * (part + gap)), w * (1 - part - gap)
            else:
                y, h = (y if side == "top" else y + h * (part + gap)), h * (1 - part - gap)
        return x, y, w, h

    def _frame(self):
        x, y, w, h = self._whole()
        aspect = self._kept["aspect"]
        if aspect == "auto" or not self._aspected or self._kept["adjustable"] == "datalim":
            return x, y, w, h
        (x0, x1), (y0, y1) = [[span.forward(v) for v in span.view()] for span in self._spans]
        figure = self.figure.get_figheight() / self.figure.get_figwidth()
        ratio = aspect * (abs(y1 - y0) or 1.0) / (abs(x1 - x0) or 1.0) / figure
        nw, nh = (w, w * ratio) if w * ratio <= h else (h / ratio, h)
        return x + (w - nw) / 2, y + (h - nh) / 2, nw, nh

    def _around(self):
        """About how many points its texts take: left, right, below, above."""
        made = []
        for axis, upright in ((self.yaxis, True), (self.xaxis, False)):
            texts = [one for one in axis.get_ticklabels() if one.get_text()] if self._on and axis.get_visible() else []
            turned = bool(texts) and (texts[0].get_rotation() % 180 != 0) != upright
            size = max([one.get_fontsize() for one in texts] + [0])
            most = max([len(one.get_text()) for one in texts] + [0])
            room = 0 if not texts else 7 + (0.62 * size * most if turned else 1.2 * size)
            label = axis.label.get_text() if axis.get_visible() else ""
            made.append(room + (axis.labelpad + 1.2 * axis.label.get_fontsize() * (1 + label.count("\n")) if label else 0))
        title = max([6 + 1.2 * one.get_fontsize() * (1 + one.get_text().count("\n")) for one in self._titles.values() if one.get_text()] + [0])
        bars = [one for one in self.figure.axes if "_colorbar" in one.__dict__ and self in one._colorbar.parents and one._spec is None]
        width, height = [72 * v for v in self.figure._size]
        beside = [bar._around()[1] + bar._box[3] * height / 20 - bar._box[2] * width for bar in bars
                  if bar._colorbar.orientation == "vertical"]  # a bar is narrower than its box
        beside = max(beside) if beside else 2.0
        return (2.0, made[0] + beside, made[1], title) if self.yaxis._far else (made[0], beside, made[1], title)

    def _length(self, name):
        x, y, w, h = self._frame()
        return w * self.figure.get_figwidth() if name == "x" else h * self.figure.get_figheight()

    def _to_data(self, transform, xs, ys):
        """Places in units of the axes, in those of the data."""
        made = []
        for unit, values, span, size, k in ((transform.x, xs, self._spans[0], 2, 0), (transform.y, ys, self._spans[1], 3, 1)):
            low, high = [span.forward(v) for v in span.view()]
            if unit == "figure":
                frame = self._frame()
                values = [(v - frame[k]) / frame[size] for v in values]
            made.append(values if unit == "data" else [span.back(low + v * (high - low)) for v in values])
        return made

    def _shifted(self, place, dx, dy):
        """A place of the data moved by points."""
        moved = []
        for value, by, span, name in ((place[0], dx, self._spans[0], "x"), (place[1], dy, self._spans[1], "y")):
            low, high = [span.forward(v) for v in span.view()]
            moved.append(span.back(span.forward(value) + by / 72 / self._length(name) * (high - low)))
        return tuple(moved)

    # --- the record ---

    def _undrawn(self, what):
        """Tell that it is not drawn, also in the picture."""
        lacking(what)
        self._missing = [*[one for one in self._missing if one != what], what]

    def _sentence(self, missing, alone):
        """What is not drawn, in the middle of empty axes, else at their lower end."""
        return {"kind": "text", "value": 0.5, "from": 0.5 if alone else 0.03, "text": "not drawn: " + ", ".join(missing), "size": 9.0,
                "edge": "#666666", "alpha": 1.0, "ha": "center", "va": "center" if alone else "bottom", "on": "axes",
                "box": "#ffffff", "box_alpha": 1.0}

    def _marks(self):
        """Marks in the order in which they are drawn, and the place of each artist among them."""
        marks, places, group, front = [], {}, None, None
        parts = sorted([one for one in self._children if one.get_visible()], key=lambda one: one.zorder)
        for one in parts:
            span = one.__dict__.get("_span")
            front = len(marks) if front is None and one.zorder > self.xaxis.zorder else front
            made = one.marks()
            if span:
                made = [{"kind": "span", "vertical": span[0] == "x", "from": span[1], "to": span[2], "face": made[0]["face"],
                         "alpha": made[0]["alpha"]}]
            for mark in made:
                own = (one.__dict__.get("_group"), [mark.get(name) for name in ("edge", "width", "alpha", "hatch", "dash")])
                if mark["kind"] == "rects" and own[0] is not None and own == group:
                    for name in ("x", "y", "w", "h", "face"):
                        marks[-1][name] += mark[name]
                    places.setdefault(id(one), len(marks) - 1)
                    continue
                group = own
                places.setdefault(id(one), len(marks))
                marks.append(mark)
        for one in self.containers:
            found = [places[id(part)] for part in one.get_children() if id(part) in places]
            if found:
                places[id(one)] = found[0]
        missing = [self._lacking] if self._lacking else self._missing
        if missing:
            marks.append(self._sentence(missing, not marks))
        return marks, places, len(marks) if front is None else front

    def record(self):
        """All that the picture engine is told."""
        self._aspected = True
        marks, places, front = self._marks()
        titles = [{"text": one.get_text(), "loc": loc, "size": one.get_fontsize(), "bold": one.is_bold(), "color": ink(one.get_color())[0]}
                  for loc, one in sorted(self._titles.items(), key=lambda pair: pair[0] != "center") if one.get_text()]
        style = {**self.xaxis._grid_style, **self.yaxis._grid_style}
        place, box, ratios = self._place()
        legend = self.legend_.record(places, marks) if self.legend_ is not None and self.legend_.get_visible() else None
        return {"place": place, "box": box, **ratios, "over": -1, "within": -1, "titles": titles,
                "grid_color": ink(style.get("color", style.get("c", rcParams["grid.color"])))[0] or "#b0b0b0",
                "frame_color": ink(([one.get_color() for one in self.spines.values() if one.get_visible() and one.get_color() != "none"]
                                    or ["black"])[0])[0], "grid_below": self._kept["axisbelow"] is True,
                "label_size": self.xaxis.label.get_fontsize(), "x": self.xaxis.record(), "y": self.yaxis.record(),
                "grid_alpha": float(style.get("alpha", rcParams["grid.alpha"]) or 1.0),
                "grid_width": float(style.get("linewidth", style.get("lw", rcParams["grid.linewidth"]))),
                "grid_dash": dash(style.get("linestyle", style.get("ls", rcParams["grid.linestyle"]))),
                "frame": sum([1 << k for k, side in enumerate(("left", "right", "top", "bottom")) if self.spines[side].get_visible()
                              and self.spines[side].get_color() != "none"]) if self._on and self._kept["frame_on"] else 0,
                "ticks": self._on,
                "equal": self._kept["aspect"] == 1.0, "face": ink(self.patch.get_facecolor())[0] or "#ffffff",
                "legend": legend, "bars": [], "marks": marks, "front": front}

    def _place(self):
        if self._spec is not None and self._spec.flat():
            grid = self._spec.gridspec
            return self._spec.place(), None, {name: None if one is None else flat(one) for name, one in
                                              (("column_part", grid.width_ratios), ("row_part", grid.height_ratios))}
        return (1, 1, 0, 1, 0, 1), tuple([float(v) for v in self._whole()]), {}


def _of_axis(axis, name):
    def call(self, *args, **given):
        return getattr(getattr(self, axis), name)(*args, **given)
    return call


for _axis in ("x", "y"):  # what one of the axes has under another name
    for _name, _own in (("get_{}lim", "get_limits"), ("set_{}scale", "set_scale"), ("invert_{}axis", "invert"),
                        ("get_{}label", "get_label_text"), ("set_{}ticks", "set_ticks"), ("get_{}ticks", "get_ticklocs"),
                        ("set_{}ticklabels", "set_ticklabels"), ("get_{}ticklabels", "get_ticklabels"),
                        ("get_{}majorticklabels", "get_ticklabels")):
        setattr(Axes, _name.format(_axis), _of_axis(_axis + "axis", _own))
for _name, _own in (("get_lines", "lines"), ("get_xaxis", "xaxis"), ("get_yaxis", "yaxis"), ("get_legend", "legend_"), ("get_figure", "figure")):
    setattr(Axes, _name, lambda self, own=_own: getattr(self, own))


class AxesSubplot(Axes):
    """Axes in a grid."""


Subplot = AxesSubplot
