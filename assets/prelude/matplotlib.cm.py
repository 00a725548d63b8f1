# Finds maps of colors by name: those that the picture engine has (_pictures.colors), and those that are a few
# points with straight lines between them.
#
# Reds ... RdGy, Set1 ... Pastel2, Paired, Accent: Apache-Style Software License for ColorBrewer software
# and ColorBrewer Color Schemes, Copyright (c) 2002 Cynthia Brewer, Mark Harrower, and The Pennsylvania
# State University, licensed under the Apache License, Version 2.0. coolwarm: Kenneth Moreland.

import math

import _pictures
import matplotlib
from matplotlib import colors
from matplotlib.colors import Colormap, LinearSegmentedColormap, ListedColormap, NamedColormap, Normalize

_POINTS = (
    "Reds:fff5f0fee0d2fcbba1fc9272fb6a4aef3b2ccb181da50f1567000d Greens:f7fcf5e5f5e0c7e9c0a1d99b74c47641a"
    "b5d238b45006d2c00441b Blues:f7fbffdeebf7c6dbef9ecae16baed64292c62171b508519c08306b Oranges:fff5ebfee"
    "6cefdd0a2fdae6bfd8d3cf16913d94801a636037f2704 Purples:fcfbfdefedf5dadaebbcbddc9e9ac8807dba6a51a35427"
    "8f3f007d Greys:fffffff0f0f0d9d9d9bdbdbd969696737373525252252525000000 YlOrRd:ffffccffeda0fed976feb24"
    "cfd8d3cfc4e2ae31a1cbd0026800026 YlOrBr:ffffe5fff7bcfee391fec44ffe9929ec7014cc4c02993404662506 YlGnBu"
    ":ffffd9edf8b1c7e9b47fcdbb41b6c41d91c0225ea8253494081d58 YlGn:ffffe5f7fcb9d9f0a3addd8e78c67941ab5d238"
    "443006837004529 OrRd:fff7ecfee8c8fdd49efdbb84fc8d59ef6548d7301fb300007f0000 PuBu:fff7fbece7f2d0d1e6a"
    "6bddb74a9cf3690c00570b0045a8d023858 PuRd:f7f4f9e7e1efd4b9dac994c7df65b0e7298ace125698004367001f BuPu"
    ":f7fcfde0ecf4bfd3e69ebcda8c96c68c6bb188419d810f7c4d004b BuGn:f7fcfde5f5f9ccece699d8c966c2a441ae76238"
    "b45006d2c00441b GnBu:f7fcf0e0f3dbccebc5a8ddb57bccc44eb3d32b8cbe0868ac084081 RdPu:fff7f3fde0ddfcc5c0f"
    "a9fb5f768a1dd3497ae017e7a017749006a RdYlGn:a50026d73027f46d43fdae61fee08bffffbfd9ef8ba6d96a66bd631a9"
    "850006837 RdYlBu:a50026d73027f46d43fdae61fee090ffffbfe0f3f8abd9e974add14575b4313695 RdBu:67001fb2182"
    "bd6604df4a582fddbc7f7f7f7d1e5f092c5de4393c32166ac053061 Spectral:9e0142d53e4ff46d43fdae61fee08bffffb"
    "fe6f598abdda466c2a53288bd5e4fa2 PuOr:7f3b08b35806e08214fdb863fee0b6f7f7f7d8daebb2abd28073ac5427882d0"
    "04b PRGn:40004b762a839970abc2a5cfe7d4e8f7f7f7d9f0d3a6dba05aae611b783700441b PiYG:8e0152c51b7dde77aef"
    "1b6dafde0eff7f7f7e6f5d0b8e1867fbc414d9221276419 BrBG:5430058c510abf812ddfc27df6e8c3f5f5f5c7eae580cdc"
    "135978f01665e003c30 RdGy:67001fb2182bd6604df4a582fddbc7ffffffe0e0e0bababa8787874d4d4d1a1a1a bwr:0000"
    "ffffffffff0000 seismic:00004c0000ffffffffff0000800000 coolwarm:3b4cc0445acc4d68d75775e16282ea6c8ef17"
    "79af782a5fb8db0fe98b9ffa3c2ffaec9fdb8d0f9c2d5f4ccd9eed5dbe6dddddde5d8d1ecd3c5f1ccb9f5c4adf7bba0f7b19"
    "4f7a687f49a7bf18d6fec7f63e57058de604dd55042cb3e38c0282fb40426 gray:000000ffffff binary:ffffff000000 "
    "cool:00ffffff00ff autumn:ff0000ffff00 spring:ff00ffffff00 summer:008066ffff66 winter:0000ff00ff80"
)
_LISTED = (
    "tab10:1f77b4ff7f0e2ca02cd627289467bd8c564be377c27f7f7fbcbd2217becf tab20:1f77b4aec7e8ff7f0effbb782ca"
    "02c98df8ad62728ff98969467bdc5b0d58c564bc49c94e377c2f7b6d27f7f7fc7c7c7bcbd22dbdb8d17becf9edae5 Set1:e"
    "41a1c377eb84daf4a984ea3ff7f00ffff33a65628f781bf999999 Set2:66c2a5fc8d628da0cbe78ac3a6d854ffd92fe5c49"
    "4b3b3b3 Set3:8dd3c7ffffb3bebadafb807280b1d3fdb462b3de69fccde5d9d9d9bc80bdccebc5ffed6f Dark2:1b9e77d9"
    "5f027570b3e7298a66a61ee6ab02a6761d666666 Accent:7fc97fbeaed4fdc086ffff99386cb0f0027fbf5b17666666 Pai"
    "red:a6cee31f78b4b2df8a33a02cfb9a99e31a1cfdbf6fff7f00cab2d66a3d9affff99b15928 Pastel1:fbb4aeb3cde3cce"
    "bc5decbe4fed9a6ffffcce5d8bdfddaecf2f2f2 Pastel2:b3e2cdfdcdaccbd5e8f4cae4e6f5c9fff2aef1e2cccccccc"
)
_PARTS = {
    "jet": (((0, 0), (0.35, 0), (0.66, 1), (0.89, 1), (1, 0.5)),
            ((0, 0), (0.125, 0), (0.375, 1), (0.64, 1), (0.91, 0), (1, 0)),
            ((0, 0.5), (0.11, 1), (0.34, 1), (0.65, 0), (1, 0))),
    "hot": (((0, 0.0416), (0.365079, 1), (1, 1)), ((0, 0), (0.365079, 0), (0.746032, 1), (1, 1)),
            ((0, 0), (0.746032, 0), (1, 1))),
    "hsv": (((0, 1), (0.15873, 1), (0.174603, 0.96875), (0.333333, 0.03125), (0.349206, 0), (0.666667, 0),
             (0.68254, 0.03125), (0.84127, 0.96875), (0.857143, 1), (1, 1)),
            ((0, 0), (0.15873, 0.9375), (0.174603, 1), (0.507937, 1), (0.666667, 0.0625), (0.68254, 0), (1, 0)),
            ((0, 0), (0.333333, 0), (0.349206, 0.0625), (0.507937, 1), (0.84127, 1), (0.857143, 0.9375),
             (1, 0.09375))),
    "rainbow": (lambda x: abs(2 * x - 0.5), lambda x: math.sin(x * math.pi), lambda x: math.cos(x * math.pi / 2)),
}
_made = {}


def _split(text):
    return {name: ["#" + digits[k:k + 6] for k in range(0, len(digits), 6)]
            for name, digits in [pair.split(":") for pair in text.split()]}


def _make(name):
    points = _split(_POINTS)
    if name in points:
        return LinearSegmentedColormap.from_list(name, points[name])
    listed = _split(_LISTED)
    if name in listed:
        return ListedColormap(listed[name], name)
    if name in _PARTS:
        data = {part: given if callable(given) else [(x, y, y) for x, y in given]
                for part, given in zip(("red", "green", "blue"), _PARTS[name])}
        return LinearSegmentedColormap(name, data)
    table = _pictures.colors(name)
    if table:
        return NamedColormap(name, table)
    if name.endswith("_r"):
        made = _make(name[:-2])
        return made and made.reversed()
    if name in _ENGINE:
        matplotlib.lacking(f"the color map {name}")
        made = get_cmap("viridis").copy()
        made.name = name
        return made
    return None


_ENGINE = ("viridis plasma inferno magma cividis turbo twilight twilight_shifted rocket mako flare crest icefire "
           "vlag bone copper pink brg cubehelix terrain ocean gnuplot gnuplot2 nipy_spectral gist_heat gist_gray "
           "gist_yarg gist_rainbow gist_ncar gist_earth Wistia CMRmap afmhot grey PuBuGn tab20b tab20c").split()


def _names():
    names = [*_split(_POINTS), *_split(_LISTED), *_PARTS, *_ENGINE]
    return sorted([*names, *[name + "_r" for name in names]])


def get_cmap(name=None, lut=None):
    """A map by its name."""
    if isinstance(name, Colormap):
        return name
    name = matplotlib.rcParams["image.cmap"] if name is None else name
    made = _made.get(name) or _make(name)
    if made is None:
        raise ValueError(f"{name!r} is not a valid value for name; supported values are "
                         + ", ".join([repr(one) for one in _names()]))
    _made[name] = made
    return made if lut is None else made.resampled(lut)


class ColormapRegistry:
    """matplotlib.colormaps["viridis"]."""

    def __getitem__(self, name):
        try:
            return get_cmap(name).copy()
        except ValueError:
            raise KeyError(f"{name!r} is not a known colormap name")

    def get_cmap(self, cmap):
        """A map by its name."""
        return get_cmap(cmap)

    def __iter__(self):
        return iter(_names())

    def __contains__(self, name):
        return name in _names()

    def __len__(self):
        return len(_names())


colormaps = ColormapRegistry()


class ScalarMappable:
    """Values, a scale and a map: what a colorbar tells."""

    def __init__(self, norm=None, cmap=None):
        self.axes, self.colorbar, self._array = None, None, None
        self.set_cmap(cmap)
        self.set_norm(norm)

    def set_cmap(self, cmap):
        """Another map."""
        self.cmap = get_cmap(cmap)

    def get_cmap(self):
        """The map."""
        return self.cmap

    def set_norm(self, norm):
        """Another scale."""
        self.norm = colors.LogNorm() if norm == "log" else Normalize() if norm in (None, "linear") else norm

    def set_array(self, A):
        """The values."""
        self._array = A

    def get_array(self):
        """The values."""
        return self._array

    def set_clim(self, vmin=None, vmax=None):
        """The limits of the scale."""
        if vmax is None and isinstance(vmin, (tuple, list)):
            vmin, vmax = vmin
        self.norm.vmin = self.norm.vmin if vmin is None else float(vmin)
        self.norm.vmax = self.norm.vmax if vmax is None else float(vmax)

    def get_clim(self):
        """The limits of the scale."""
        return self.norm.vmin, self.norm.vmax

    def autoscale_None(self):
        """The limits of the values where none are set."""
        if self._array is not None:
            self.norm.autoscale_None(self._array)

    def to_rgba(self, x, alpha=None, bytes=False, norm=True):
        """Colors of values."""
        return self.cmap(self.norm(x) if norm else x, alpha, bytes)

    def record_scale(self):
        """For the picture engine: map, limits, and linear or log. Other scales bend the map."""
        low, high = self.norm.vmin, self.norm.vmax
        low, high = 0.0 if low is None else low, 1.0 if high is None else high
        kept = {"cmap": self.cmap.record(), "vmin": low, "vmax": high, "scale": "linear"}
        if self.norm.scale == "log":
            kept["scale"] = "log"
        elif self.norm.scale != "linear":
            steps = [low + (high - low) * (k + 0.5) / 256 for k in range(256)]
            kept["cmap"] = {"colors": [colors.to_hex(self.cmap(self.norm(v))) for v in steps]}
        return kept


def __getattr__(name):
    try:
        return get_cmap(name)
    except ValueError:
        raise AttributeError(f"module 'matplotlib.cm' has no attribute {name!r}")
