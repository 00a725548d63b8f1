# Reads colors: as texts, as numbers, and as a scale. A color of a record is "#rrggbb" and an alpha.

import math

import matplotlib
from matplotlib import cbook
import numpy as np

BASE_COLORS = {"b": (0, 0, 1), "g": (0, 0.5, 0), "r": (1, 0, 0), "c": (0, 0.75, 0.75),
               "m": (0.75, 0, 0.75), "y": (0.75, 0.75, 0), "k": (0, 0, 0), "w": (1, 1, 1)}
TABLEAU_COLORS = dict(zip(["tab:" + name for name in ("blue", "orange", "green", "red", "purple", "brown",
                                                      "pink", "gray", "olive", "cyan")], matplotlib._CYCLE))
_CSS = (
    "aliceblue:F0F8FF antiquewhite:FAEBD7 aqua:00FFFF aquamarine:7FFFD4 azure:F0FFFF beige:F5F5DC "
    "bisque:FFE4C4 black:000000 blanchedalmond:FFEBCD blue:0000FF blueviolet:8A2BE2 brown:A52A2A "
    "burlywood:DEB887 cadetblue:5F9EA0 chartreuse:7FFF00 chocolate:D2691E coral:FF7F50 "
    "cornflowerblue:6495ED cornsilk:FFF8DC crimson:DC143C cyan:00FFFF darkblue:00008B darkcyan:008B8B "
    "darkgoldenrod:B8860B darkgray:A9A9A9 darkgreen:006400 darkgrey:A9A9A9 darkkhaki:BDB76B "
    "darkmagenta:8B008B darkolivegreen:556B2F darkorange:FF8C00 darkorchid:9932CC darkred:8B0000 "
    "darksalmon:E9967A darkseagreen:8FBC8F darkslateblue:483D8B darkslategray:2F4F4F darkslategrey:2F4F4F "
    "darkturquoise:00CED1 darkviolet:9400D3 deeppink:FF1493 deepskyblue:00BFFF dimgray:696969 "
    "dimgrey:696969 dodgerblue:1E90FF firebrick:B22222 floralwhite:FFFAF0 forestgreen:228B22 "
    "fuchsia:FF00FF gainsboro:DCDCDC ghostwhite:F8F8FF gold:FFD700 goldenrod:DAA520 gray:808080 "
    "green:008000 greenyellow:ADFF2F grey:808080 honeydew:F0FFF0 hotpink:FF69B4 indianred:CD5C5C "
    "indigo:4B0082 ivory:FFFFF0 khaki:F0E68C lavender:E6E6FA lavenderblush:FFF0F5 lawngreen:7CFC00 "
    "lemonchiffon:FFFACD lightblue:ADD8E6 lightcoral:F08080 lightcyan:E0FFFF lightgoldenrodyellow:FAFAD2 "
    "lightgray:D3D3D3 lightgreen:90EE90 lightgrey:D3D3D3 lightpink:FFB6C1 lightsalmon:FFA07A "
    "lightseagreen:20B2AA lightskyblue:87CEFA lightslategray:778899 lightslategrey:778899 "
    "lightsteelblue:B0C4DE lightyellow:FFFFE0 lime:00FF00 limegreen:32CD32 linen:FAF0E6 magenta:FF00FF "
    "maroon:800000 mediumaquamarine:66CDAA mediumblue:0000CD mediumorchid:BA55D3 mediumpurple:9370DB "
    "mediumseagreen:3CB371 mediumslateblue:7B68EE mediumspringgreen:00FA9A mediumturquoise:48D1CC "
    "mediumvioletred:C71585 midnightblue:191970 mintcream:F5FFFA mistyrose:FFE4E1 moccasin:FFE4B5 "
    "navajowhite:FFDEAD navy:000080 oldlace:FDF5E6 olive:808000 olivedrab:6B8E23 orange:FFA500 "
    "orangered:FF4500 orchid:DA70D6 palegoldenrod:EEE8AA palegreen:98FB98 paleturquoise:AFEEEE "
    "palevioletred:DB7093 papayawhip:FFEFD5 peachpuff:FFDAB9 peru:CD853F pink:FFC0CB plum:DDA0DD "
    "powderblue:B0E0E6 purple:800080 rebeccapurple:663399 red:FF0000 rosybrown:BC8F8F royalblue:4169E1 "
    "saddlebrown:8B4513 salmon:FA8072 sandybrown:F4A460 seagreen:2E8B57 seashell:FFF5EE sienna:A0522D "
    "silver:C0C0C0 skyblue:87CEEB slateblue:6A5ACD slategray:708090 slategrey:708090 snow:FFFAFA "
    "springgreen:00FF7F steelblue:4682B4 tan:D2B48C teal:008080 thistle:D8BFD8 tomato:FF6347 "
    "turquoise:40E0D0 violet:EE82EE wheat:F5DEB3 white:FFFFFF whitesmoke:F5F5F5 yellow:FFFF00 "
    "yellowgreen:9ACD32 "
)
_pairs = _CSS.replace(":", " #").split()
CSS4_COLORS = dict(zip(_pairs[::2], _pairs[1::2]))
_known = {}


def _from_hex(text):
    digits = text[1:]
    if len(digits) in (3, 4):
        digits = "".join([digit * 2 for digit in digits])
    if len(digits) in (6, 8):
        values = [int(digits[k:k + 2], 16) / 255 for k in range(0, len(digits), 2)]
        return tuple(values) if len(values) == 4 else tuple(values) + (1.0,)
    raise ValueError(text)


def _from_text(c):
    if c.lower() == "none":
        return (0.0, 0.0, 0.0, 0.0)
    if c[:1] == "C" and c[1:].isdigit():
        cycle = matplotlib.rcParams["axes.prop_cycle"].by_key().get("color", ["k"])
        return to_rgba(cycle[int(c[1:]) % len(cycle)])
    found = BASE_COLORS.get(c) or TABLEAU_COLORS.get(c.lower()) or CSS4_COLORS.get(c.lower())
    if isinstance(found, tuple):
        return tuple([float(v) for v in found]) + (1.0,)
    if found or c[:1] == "#":
        return _from_hex(found or c)
    gray = float(c)
    if not 0 <= gray <= 1:
        raise ValueError(c)
    return (gray, gray, gray, 1.0)


def to_rgba(c, alpha=None):
    """Red, green, blue and alpha from 0 to 1."""
    if isinstance(c, tuple) and len(c) == 2 and alpha is None:
        c, alpha = c
    if isinstance(c, str):
        try:
            if c[:1] == "C" or c not in _known:
                _known[c] = _from_text(c)
        except ValueError:
            raise ValueError(f"Invalid RGBA argument: {c!r}")
        rgba = _known[c]
        if c.lower() == "none":
            return rgba
    else:
        try:
            rgba = tuple([float(v) for v in c])
        except (TypeError, ValueError):
            raise ValueError(f"Invalid RGBA argument: {c!r}")
        if len(rgba) not in (3, 4):
            raise ValueError("RGBA sequence should have length 3 or 4")
        if min(rgba) < 0 or max(rgba) > 1:
            raise ValueError("RGBA values should be within 0-1 range")
        rgba = rgba if len(rgba) == 4 else rgba + (1.0,)
    return rgba if alpha is None else rgba[:3] + (float(alpha),)


def to_rgb(c):
    """Red, green and blue from 0 to 1."""
    return to_rgba(c)[:3]


def to_hex(c, keep_alpha=False):
    """As "#rrggbb"."""
    rgba = to_rgba(c)
    return "#" + "".join(["%02x" % round(v * 255) for v in (rgba if keep_alpha else rgba[:3])])


rgb2hex = to_hex
hex2color = to_rgb


def is_color_like(c):
    """Whether it names a color."""
    try:
        to_rgba(c)
    except ValueError:
        return False
    return True


def one_color(c):
    """Whether c is one color and not a list of colors."""
    return isinstance(c, str) or (len(c) in (3, 4) and all([not cbook.shape(v) and not isinstance(v, str)
                                                            for v in c]))


def to_rgba_array(c, alpha=None):
    """A row for each color."""
    if isinstance(c, str) and c.lower() == "none":
        return np.zeros((0, 4))
    return np.array([to_rgba(v, alpha) for v in ([c] if one_color(c) else c)])


def ink(c, alpha=None):
    """For a record: "#rrggbb" or None, and the alpha."""
    if c is None:
        return None, 1.0
    rgba = to_rgba(c)
    alpha = rgba[3] if alpha is None else float(alpha) if rgba[3] else 0.0
    return (to_hex(rgba) if alpha or rgba[3] else None), alpha


def rgb_to_hsv(arr):
    """Hue, saturation and value, each from 0 to 1."""
    def one(r, g, b):
        v = max(r, g, b)
        span = v - min(r, g, b)
        if not span:
            return (0.0, 0.0, v)
        h = (g - b) / span if r == v else 2 + (b - r) / span if g == v else 4 + (r - g) / span
        return (h / 6 % 1.0, span / v, v)
    rows = np.asarray(arr, dtype=float).reshape(-1, 3).tolist()
    return np.array([one(*row) for row in rows]).reshape(cbook.shape(arr))


def hsv_to_rgb(hsv):
    """Red, green and blue of hue, saturation and value."""
    def one(h, s, v):
        sector = int(h * 6)
        f = h * 6 - sector
        p, q, t = v * (1 - s), v * (1 - s * f), v * (1 - s * (1 - f))
        return ((v, t, p), (q, v, p), (p, v, t), (p, q, v), (t, p, v), (v, p, q))[sector % 6]
    rows = np.asarray(hsv, dtype=float).reshape(-1, 3).tolist()
    return np.array([one(*row) for row in rows]).reshape(cbook.shape(hsv))


# --- scales: values to 0 .. 1 ---


class Normalize:
    """In a straight line from vmin to vmax."""

    def __init__(self, vmin=None, vmax=None, clip=False):
        self.vmin = None if vmin is None else float(vmin)
        self.vmax = None if vmax is None else float(vmax)
        self.clip = clip

    scale = "linear"

    def _to(self, value):
        return value

    def _part(self, value):
        if self.vmin == self.vmax:
            return 0.0
        low = self._to(self.vmin)
        return (self._to(value) - low) / (self._to(self.vmax) - low)

    def autoscale_None(self, A, values=None):
        """The limits of A where none are set; `values` are its cells, if they are known."""
        values = [] if self.scaled() else self._regarded(cbook.flat(A) if values is None else values)
        if values:
            kind = int if "int" in str(getattr(A, "dtype", "")) else float
            self.vmin = kind(min(values)) if self.vmin is None else self.vmin
            self.vmax = kind(max(values)) if self.vmax is None else self.vmax

    def _regarded(self, values):
        return cbook.finite(values)

    def scaled(self):
        """Whether both limits are set."""
        return self.vmin is not None and self.vmax is not None

    def __call__(self, value, clip=None):
        if not self.scaled():
            self.autoscale_None(value)
        if self.vmin is not None and self.vmin > self.vmax:
            raise ValueError("minvalue must be less than or equal to maxvalue")
        cut = self.clip if clip is None else clip
        parts = [self._part(min(max(v, self.vmin), self.vmax) if cut else v)
                 for v in np.asarray(value).reshape(-1).tolist()]
        return np.float64(parts[0]) if not cbook.shape(value) else np.array(parts).reshape(cbook.shape(value))


class LogNorm(Normalize):
    """By the logarithm."""

    scale = "log"

    def _to(self, value):
        return math.log10(value) if value > 0 else math.nan

    def _regarded(self, values):
        return [v for v in values if 0 < v < math.inf]


class PowerNorm(Normalize):
    """By a power."""

    scale = "power"

    def __init__(self, gamma, vmin=None, vmax=None, clip=False):
        super().__init__(vmin, vmax, clip)
        self.gamma = gamma

    def _part(self, value):
        return max(super()._part(value), 0.0) ** self.gamma


class TwoSlopeNorm(Normalize):
    """Two straight lines that meet in the middle."""

    scale = "two slopes"

    def __init__(self, vcenter, vmin=None, vmax=None):
        super().__init__(vmin, vmax)
        self.vcenter = vcenter
        if vmax is not None and vcenter >= vmax or vmin is not None and vcenter <= vmin:
            raise ValueError("vmin, vcenter, and vmax must be in ascending order")

    def autoscale_None(self, A, values=None):
        """The limits of A where none are set, around the middle."""
        super().autoscale_None(A, values)
        self.vmin, self.vmax = min(self.vmin, self.vcenter), max(self.vmax, self.vcenter)

    def _part(self, value):
        if value < self.vcenter:
            return 0.5 * (value - self.vmin) / (self.vcenter - self.vmin)
        return 0.5 + 0.5 * (value - self.vcenter) / ((self.vmax - self.vcenter) or 1)


DivergingNorm = TwoSlopeNorm


class BoundaryNorm(Normalize):
    """A color for each part between boundaries."""

    scale = "boundaries"

    def __init__(self, boundaries, ncolors, clip=False, *, extend="neither"):
        super().__init__(boundaries[0], boundaries[-1], clip)
        self.boundaries, self.Ncmap, self.N = np.array(boundaries), ncolors, len(boundaries)

    def _part(self, value):
        return (self._region(value) + 0.5) / self.Ncmap

    def _region(self, value):
        if not value == value:
            return -1
        place = sum([value >= edge for edge in self.boundaries.tolist()]) - 1
        if place < 0 or place >= self.N - 1:
            return -1 if place < 0 else self.Ncmap
        return place if self.Ncmap == self.N - 1 else int((self.Ncmap - 1) / (self.N - 2) * place) if self.N > 2 else place

    def __call__(self, value, clip=None):
        if not cbook.shape(value):
            return int(self._region(float(value)))
        return np.array([self._region(v) for v in np.asarray(value).reshape(-1).tolist()]).reshape(cbook.shape(value))


# --- maps: 0 .. 1 to colors ---


class Colormap:
    """A map of N colors: cmap(0.3), cmap(array), cmap(7)."""

    def __init__(self, name, N=256):
        self.name, self.N = name, int(N)
        self._colors = None
        self._bad = (0.0, 0.0, 0.0, 0.0)
        self.colorbar_extend = False

    def _table(self):
        if self._colors is None:
            self._colors = self._make()
        return self._colors

    def __call__(self, X, alpha=None, bytes=False):
        table = self._table()
        array = np.asarray(X)
        whole = "int" in str(array.dtype)

        def one(x):
            if x != x:
                return self._bad
            place = x if whole else self.N - 1 if x == 1 else math.floor(x * self.N)
            return table[min(max(place, 0), self.N - 1)]
        rows = [one(x) for x in array.reshape(-1).tolist()]
        if alpha is not None:
            rows = [row[:3] + (alpha,) for row in rows]
        if bytes:
            rows = [tuple([int(v * 255) for v in row]) for row in rows]
        return rows[0] if array.ndim == 0 else np.array(rows).reshape(array.shape + (4,))

    def set_bad(self, color="k", alpha=None):
        """The color of what is no number."""
        self._bad = to_rgba(color, alpha)

    def copy(self):
        """Another one like it."""
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__)
        return made

    __copy__ = copy

    def reversed(self, name=None):
        """The other way round."""
        other = self.name[:-2] if self.name.endswith("_r") else self.name + "_r"
        return ListedColormap(self._table()[::-1], name or other)

    def resampled(self, lutsize):
        """With another number of colors."""
        made = self.copy()
        made.N, made._colors = lutsize, None
        return made

    _resample = resampled

    def __eq__(self, other):
        return isinstance(other, Colormap) and self._table() == other._table()

    in_engine = False

    def record(self):
        """For the picture engine: its name, or its colors."""
        return self.name if self.in_engine else {"colors": [to_hex(color) for color in self._table()]}


class ListedColormap(Colormap):
    """The colors of a list."""

    def __init__(self, colors, name="from_list", N=None):
        colors = [colors] * (N or 1) if isinstance(colors, str) else list(colors)
        if N is not None:
            colors = (colors * (N // len(colors) + 1))[:N]
        super().__init__(name, len(colors))
        self.colors = colors

    def _make(self):
        return [to_rgba(color) for color in self.colors]

    def resampled(self, lutsize):
        """With another number of colors."""
        last = max(lutsize - 1, 1)
        return ListedColormap([self(k / last) for k in range(lutsize)], self.name)

    _resample = resampled


class LinearSegmentedColormap(Colormap):
    """Straight lines between given points of red, green and blue."""

    def __init__(self, name, segmentdata, N=256, gamma=1.0):
        super().__init__(name, N)
        self._segmentdata = segmentdata

    @staticmethod
    def from_list(name, colors, N=256, gamma=1.0):
        """Between colors, evenly spread or as (value, color)."""
        colors = list(colors)
        if not isinstance(colors[0], str) and len(colors[0]) == 2:
            places, colors = [pair[0] for pair in colors], [pair[1] for pair in colors]
            even = False
        else:
            places, even = np.linspace(0, 1, len(colors)).tolist(), True
        rows = [to_rgba(color) for color in colors]
        made = LinearSegmentedColormap(name, {part: [(x, row[k], row[k]) for x, row in zip(places, rows)]
                                              for k, part in enumerate(("red", "green", "blue", "alpha"))}, N)
        made._points = [to_hex(row) for row in rows] if even and N >= 256 else None
        return made

    _points = None

    def _channel(self, part):
        data = self._segmentdata.get(part)
        if data is None:
            return [1.0] * self.N
        places = [k / max(self.N - 1, 1) for k in range(self.N)]
        if callable(data):
            return [min(max(float(data(x)), 0.0), 1.0) for x in places]
        values, at = [], 0
        for x in places:
            while at < len(data) - 2 and x > data[at + 1][0]:
                at += 1
            (x0, _, y0), (x1, y1, _) = data[at][:3], data[at + 1][:3]
            values.append(min(max(y0 + (y1 - y0) * (x - x0) / (x1 - x0), 0.0), 1.0))
        return values

    def _make(self):
        return list(zip(*[self._channel(part) for part in ("red", "green", "blue", "alpha")]))

    def reversed(self, name=None):
        """The other way round."""
        def turned(data):
            if callable(data):
                return lambda x: data(1.0 - x)
            return [(1.0 - x, y1, y0) for x, y0, y1 in reversed(list(data))]
        other = self.name[:-2] if self.name.endswith("_r") else self.name + "_r"
        made = LinearSegmentedColormap(name or other, {part: turned(data) for part, data in
                                                       self._segmentdata.items()}, self.N)
        made._points = self._points[::-1] if self._points else None
        return made

    def record(self):
        """For the picture engine: its points where they are evenly spread, else its colors."""
        return {"points": self._points} if self._points else super().record()


class NamedColormap(ListedColormap):
    """A map that the picture engine has."""

    def __init__(self, name, table):
        super().__init__([_from_hex(color)[:3] for color in table], name)

    in_engine = True


def __getattr__(name):
    if name == "cnames":
        return CSS4_COLORS
    raise AttributeError(f"module 'matplotlib.colors' has no attribute {name!r}")
