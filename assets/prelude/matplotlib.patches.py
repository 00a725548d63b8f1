# Makes filled shapes.

import math

from matplotlib import rcParams
from matplotlib.artist import Artist, dash
from matplotlib.cbook import flat, number, plain
from matplotlib.colors import ink, to_rgba
import numpy as np


class Patch(Artist):
    """A shape with a face and an edge."""

    zorder = 1
    _own = {"facecolor": None, "edgecolor": None, "linewidth": None, "linestyle": "solid", "fill": True,
            "hatch": None, "capstyle": None, "joinstyle": None}
    _edge_default = False

    def __init__(self, **given):
        super().__init__()
        if "color" in given:
            given = {"edgecolor": given["color"], "facecolor": given["color"], **given}
            del given["color"]
        self.set(**{name: value for name, value in given.items() if value is not None})

    def set_color(self, c):
        """Of face and edge."""
        self.set(facecolor=c, edgecolor=c)

    def get_facecolor(self):
        """Red, green, blue and alpha."""
        if not self._kept["fill"]:
            return to_rgba(self._face())[:3] + (0.0,)
        return to_rgba(self._face(), self._kept["alpha"])

    def _face(self):
        return rcParams["patch.facecolor"] if self._kept["facecolor"] is None else self._kept["facecolor"]

    def _edge(self):
        kept = self._kept
        if kept["edgecolor"] is not None:
            return kept["edgecolor"]
        return rcParams["patch.edgecolor"] if rcParams["patch.force_edgecolor"] or not kept["fill"] \
            or self._edge_default else "none"

    def get_edgecolor(self):
        """Red, green, blue and alpha."""
        return to_rgba(self._edge(), self._kept["alpha"])

    def get_linewidth(self):
        """In points."""
        return rcParams["patch.linewidth"] if self._kept["linewidth"] is None else self._kept["linewidth"]

    def style(self):
        """Face, edge and width for a record."""
        kept = self._kept
        face, alpha = ink(self._face(), kept["alpha"]) if kept["fill"] else (None, None)
        edge, edge_alpha = ink(self._edge(), kept["alpha"])
        width = float(self.get_linewidth())
        return {"face": face, "edge": edge if width else None, "width": width,
                "alpha": edge_alpha if alpha is None or not face else alpha, "dash": dash(kept["linestyle"]),
                "hatch": bool(kept["hatch"])}

    def outline(self):
        """x and y of its corners, in its own units."""
        return [], []

    def _units(self):
        transform = self._kept["transform"]
        return ("data", "data") if transform is None else (transform.x, transform.y)

    def limits(self):
        """Its corners, where they are in units of the data."""
        units = self._units()
        x, y = self.outline()
        return (x if units[0] == "data" else [], y if units[1] == "data" else [])

    def marks(self):
        """One outline."""
        x, y = self.outline()
        if self.axes is not None and self._kept["transform"] is not None:
            x, y = self.axes._to_data(self._kept["transform"], x, y)
        return [{"kind": "area", "x": x, "y": y, **self.style()}]


class Rectangle(Patch):
    """By its lower left corner and its size."""

    _own = {**Patch._own, "x": 0.0, "y": 0.0, "width": 0.0, "height": 0.0}

    def __init__(self, xy, width, height, *, angle=0.0, rotation_point="xy", **given):
        self.angle = angle
        super().__init__(**given)
        self._kept.update(x=xy[0], y=xy[1], width=width, height=height)

    def _box(self):
        return [self._kept[name] for name in ("x", "y", "width", "height")]

    def __str__(self):
        return "Rectangle(xy=(%g, %g), width=%g, height=%g, angle=%g)" % (*self._box(), self.angle)

    def get_xy(self):
        """The lower left corner."""
        return tuple(self._box()[:2])

    def outline(self):
        """Its four corners."""
        x, y, w, h = [number(v) for v in self._box()]
        cos, sin = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        if not self.angle:
            return [x, x + w, x + w, x], [y, y, y + h, y + h]
        corners = [(0, 0), (w, 0), (w, h), (0, h)]
        return [x + a * cos - b * sin for a, b in corners], [y + a * sin + b * cos for a, b in corners]

    def limits(self):
        """Its corners, if it has a size."""
        return super().limits() if any(self._box()[2:]) else None

    def marks(self):
        """One rectangle."""
        if self.angle:
            return super().marks()
        (mark,) = super().marks()
        x, y = mark.pop("x"), mark.pop("y")
        own = self.__dict__
        return [{**mark, "kind": "rects", "shown": own.get("_shown"), "bars": "_along" in own, "vertical": own.get("_along") != "y", "x": [min(x)], "y": [min(y)],
                 "w": [max(x) - min(x)], "h": [max(y) - min(y)], "face": [mark["face"]]}]


class Polygon(Patch):
    """By its corners."""

    def __init__(self, xy, closed=True, **given):
        self._xy = plain(xy)
        super().__init__(**given)

    def get_xy(self):
        """Its corners."""
        return np.array(self._xy)

    def outline(self):
        """Its corners."""
        return [number(p[0]) for p in self._xy], [number(p[1]) for p in self._xy]


class Wedge(Patch):
    """A part of a disk, or of a ring."""

    def __init__(self, center, r, theta1, theta2, *, width=None, **given):
        self.center, self.r, self.theta1, self.theta2, self.width = center, r, theta1, theta2, width
        self._ratio = 1.0
        super().__init__(**given)

    def outline(self):
        """Points along its edge."""
        steps = max(int(abs(self.theta2 - self.theta1) / 5), 2)
        angles = [math.radians(self.theta1 + (self.theta2 - self.theta1) * k / steps) for k in range(steps + 1)]
        ring = [(self.r, a) for a in angles]
        if self.width:
            ring += [(self.r - self.width, a) for a in angles[::-1]]
        elif abs(self.theta2 - self.theta1) < 360:
            ring.append((0.0, 0.0))
        x, y = flat(self.center)
        return [x + r * math.cos(a) for r, a in ring], [y + r * self._ratio * math.sin(a) for r, a in ring]


class Circle(Wedge):
    """By its center and its radius."""

    def __init__(self, xy, radius=5, **given):
        super().__init__(xy, radius, 0, 360, **given)
        self.radius = radius


class Ellipse(Wedge):
    """By its center, its width and its height."""

    def __init__(self, xy, width, height, *, angle=0, **given):
        super().__init__(xy, width / 2, 0, 360, **given)
        self._ratio = height / width


class FancyBboxPatch(Rectangle):
    """A rectangle with a border around it; corners are not rounded."""

    def __init__(self, xy, width, height, boxstyle="round", *, mutation_scale=1, mutation_aspect=1, **given):
        pad = 0.3
        for part in str(boxstyle).split(",")[1:]:
            pad = float(part.split("=")[1]) if part.strip().startswith("pad") else pad
        pad *= mutation_scale
        self._edge_default = True
        super().__init__((xy[0] - pad, xy[1] - pad), width + 2 * pad, height + 2 * pad, **given)


class FancyArrowPatch(Patch):
    """An arrow from one place to another."""

    def __init__(self, posA=None, posB=None, path=None, arrowstyle="simple", connectionstyle="arc3",
                 shrinkA=2, shrinkB=2, mutation_scale=1, mutation_aspect=1, **given):
        self._ends = (posA, posB)
        self._edge_default = True
        super().__init__(**given)

    def limits(self):
        """Both ends."""
        return None if self._ends[0] is None else [list(v) for v in zip(*[flat(end) for end in self._ends])]

    def marks(self):
        """An arrow without a text."""
        if self._ends[0] is None or self.axes is None:
            return []
        x, y = zip(*[flat(end) for end in self._ends])
        if self._kept["transform"] is not None:
            x, y = self.axes._to_data(self._kept["transform"], x, y)
        style = self.style()
        color = style["edge"] or style["face"] or "#000000"
        return [{"kind": "text", "value": x[0], "from": y[0], "text": "", "size": 10.0, "alpha": style["alpha"], "ha": "center",
                 "va": "center", "edge": color, "arrow": True, "arrow_x": x[1], "arrow_y": y[1], "face": color,
                 "width": style["width"], "arrow_clipped": True}]


class FancyArrow(Polygon):
    """A straight arrow by its tail and its length: a shaft and a head of sizes in units of the data."""

    _edge_default = True

    def __init__(self, x, y, dx, dy, width=0.001, length_includes_head=False, head_width=None, head_length=None,
                 shape="full", overhang=0, head_starts_at_zero=False, **given):
        if shape not in ("full", "left", "right"):
            raise ValueError(f"Got unknown shape: {shape!r}")
        across = 3 * width if head_width is None else head_width
        ahead = 1.5 * across if head_length is None else head_length
        far = np.hypot(dx, dy)
        length = far if length_includes_head else far + ahead
        # One side from the tip on, of an arrow along x whose tip is at 0; the other is its mirror.
        side = np.array([[0.0, 0.0], [-ahead, -across / 2.0], [-ahead * (1 - overhang), -width / 2.0],
                         [-length, -width / 2.0], [-length, 0]])
        if not length_includes_head:
            side += [ahead, 0]
        if head_starts_at_zero:
            side += [ahead / 2.0, 0]
        if shape != "left":
            other = side * [1, -1]
            side = other if shape == "right" else np.concatenate([side[:-1], other[-2::-1]])
        cos, sin = (dx / far, dy / far) if far else (0, 1)
        corners = np.dot(side, [[cos, sin], [-sin, cos]]) + [x + dx, y + dy]
        super().__init__(corners if length else [], closed=True, **given)

    def __str__(self):
        return "FancyArrow()"


class Arrow(Patch):
    """A straight arrow by its tail and its length; its head is a fifth of it."""

    _corners = ((0.0, 0.1), (0.0, -0.1), (0.8, -0.1), (0.8, -0.3), (1.0, 0.0), (0.8, 0.3), (0.8, 0.1))

    def __init__(self, x, y, dx, dy, width=1.0, **given):
        self._tail, self._along, self._wide = (x, y), (dx, dy), width
        super().__init__(**given)

    def __str__(self):
        return "Arrow()"

    def outline(self):
        """Its seven corners."""
        (x, y), (dx, dy) = flat(self._tail), flat(self._along)
        far, turn = math.hypot(dx, dy), math.atan2(dy, dx)
        cos, sin = math.cos(turn), math.sin(turn)
        return ([far * cos * a + -(self._wide * sin) * b + x for a, b in self._corners],
                [far * sin * a + self._wide * cos * b + y for a, b in self._corners])
