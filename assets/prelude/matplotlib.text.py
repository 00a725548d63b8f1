# Makes texts, alone or with an arrow.

from matplotlib import rcParams
from matplotlib.artist import Artist, points
from matplotlib.cbook import number
from matplotlib.colors import ink

_ACROSS = {"left": "left", "right": "right", "center": "center", "middle": "center"}


class Text(Artist):
    """A text at a place."""

    zorder = 3
    _own = {"x": 0, "y": 0, "fontsize": None, "fontweight": "normal", "fontstyle": "normal", "fontfamily": ["sans-serif"], "fontvariant": "normal",
            "horizontalalignment": "left", "verticalalignment": "baseline", "multialignment": None,
            "rotation": 0.0, "rotation_mode": None, "color": None, "bbox": None, "backgroundcolor": None,
            "linespacing": 1.2, "wrap": False, "usetex": False, "parse_math": True, "font_properties": None,
            "math_fontfamily": None, "stretch": "normal", "transform_rotates_text": False}
    _as = {"rotation": lambda s: {"vertical": 90.0, "horizontal": 0.0, None: 0.0}.get(s, s) * 1.0}

    def __init__(self, x=0, y=0, text="", **given):
        self._text = ""
        super().__init__()
        self._kept.update(x=x, y=y, color=rcParams["text.color"])
        self.set_text(text)
        given = {**(given.pop("fontdict", None) or {}), **given}
        self.set(**{name: value for name, value in given.items() if value is not None or name == "bbox"})

    def __repr__(self):
        x, y = self.get_position()
        return f"{type(self).__name__}({x}, {y}, {self._text!r})"

    __str__ = __repr__

    def set_text(self, s):
        """Another text."""
        self._text = "" if s is None else str(s)

    def get_text(self):
        """The text."""
        return self._text

    def get_fontsize(self):
        """In points."""
        return points(self._kept["fontsize"])

    def set_font_properties(self, fp):
        """Size and weight of a font."""
        for name, value in getattr(fp, "given", {}).items():
            self.set(**{name: value})

    def get_position(self):
        """x and y."""
        return (self._kept["x"], self._kept["y"])

    def set_position(self, xy):
        """Another place."""
        self.set(x=xy[0], y=xy[1])

    def is_bold(self):
        """Whether its weight is bold."""
        weight = self._kept["fontweight"]
        return weight in ("bold", "semibold", "heavy", "black", "extra bold", "demibold") \
            or isinstance(weight, int) and weight >= 600

    def _place(self):
        """x, y and what they are fractions of."""
        (x, y), transform = self.get_position(), self._kept["transform"]
        units = (transform.x, transform.y) if transform is not None else ("data", "data") if self.axes else ("figure",) * 2
        if units[0] == units[1] != "data":
            return number(x), number(y), units[0]
        x = self.axes.xaxis.convert(x)[0] if units[0] == "data" else x
        y = self.axes.yaxis.convert(y)[0] if units[1] == "data" else y
        if units != ("data", "data"):
            (x,), (y,) = self.axes._to_data(transform, [x], [y])
        return x, y, "data"

    def marks(self):
        """One text."""
        if not self._text:
            return []
        kept = self._kept
        color, alpha = self._ink("color")
        x, y, on = self._place()
        box, va = kept["bbox"], kept["verticalalignment"]
        face = box and (box.get("facecolor") or box.get("fc") or box.get("color") or ("none" if box.get("fill") is False else "C0"))
        face = ink(face)[0] if face else ink(kept["backgroundcolor"])[0]
        width = float(box.get("lw", box.get("linewidth", 1))) if box else 0.0
        edge = box and (box.get("edgecolor") or box.get("ec") or box.get("color") or "black")
        return [{"kind": "text", "value": x, "from": y, "text": self._text, "size": self.get_fontsize(),
                 "edge": color or "#000000", "alpha": alpha, "ha": _ACROSS[kept["horizontalalignment"]],
                 "va": "center" if va == "center_baseline" else va, "rotation": float(kept["rotation"]),
                 "bold": self.is_bold(), "on": on, "box": face,
                 "box_edge": ink(edge)[0] if edge and width else None, "marker_size": width,
                 "box_alpha": 1.0 if not box or box.get("alpha") is None else float(box["alpha"])}]


class Annotation(Text):
    """A text that tells of a place, with an arrow to it where arrowprops are given."""

    def __init__(self, text, xy, xytext=None, xycoords="data", textcoords=None, arrowprops=None,
                 annotation_clip=None, **given):
        self.xy, self.xyann, self.xycoords, self.arrowprops = xy, xytext or xy, xycoords, arrowprops
        self.anncoords = textcoords or xycoords
        self.arrow_patch = None
        super().__init__(*(xytext or xy), text, **given)

    def __str__(self):
        return f"Annotation({self.xy[0]:g}, {self.xy[1]:g}, {self._text!r})"

    __repr__ = Text.__repr__

    def _target(self):
        return self.axes.xaxis.convert(self.xy[0])[0], self.axes.yaxis.convert(self.xy[1])[0]

    def _place(self):
        (x, y), coords = self.get_position(), self.anncoords if isinstance(self.anncoords, str) else "data"
        if coords == "data":
            return super()._place()
        if "offset" in coords:
            from matplotlib.transforms import Transform
            target = Annotation("", self.xy) if self.xycoords != "data" else None
            base = (number(self.xy[0]), number(self.xy[1])) if target else self._target()
            if self.xycoords == "axes fraction":
                (bx,), (by,) = self.axes._to_data(Transform("axes"), [base[0]], [base[1]])
                base = (bx, by)
            unit = 72 / self.axes.figure.dpi if "pixels" in coords else 1.0
            return self.axes._shifted(base, x * unit, y * unit) + ("data",)
        return number(x), number(y), "figure" if "figure" in coords else "axes"

    def marks(self):
        """The text with its arrow."""
        marks = super().marks()
        if self.arrowprops is None or self.xycoords != "data":
            return marks
        given = self.arrowprops
        color = given.get("color") or given.get("edgecolor") or given.get("ec") or given.get("facecolor") \
            or given.get("fc") or ("black" if "arrowstyle" in given else "C0")
        x, y = self._target()
        arrow = {"arrow": True, "arrow_x": x, "arrow_y": y, "face": ink(color)[0] or "#000000",
                 "width": float(given.get("linewidth") or given.get("lw") or 1.0)}
        if not marks:
            ax, ay, on = self._place()
            marks = [{"kind": "text", "value": ax, "from": ay, "text": "", "size": 10.0, "edge": arrow["face"], "alpha": 1.0,
                      "ha": "center", "va": "center", "on": on}]
        return [{**mark, **arrow} for mark in marks]
