# Draws heatmaps, and the other plots of seaborn as far as they are drawn with matplotlib's bars, lines and
# dots.

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from cycler import cycler
from matplotlib import Anything, lacking, rcParams
from matplotlib.cbook import finite, flat, plain, shape
from matplotlib.cm import get_cmap
from matplotlib.colors import LinearSegmentedColormap, ListedColormap, Normalize, to_hex, to_rgb

__version__ = "0.12.2"

_PALETTES = {name: ["#" + one for one in text.split()] for name, text in (
    ("deep", "4C72B0 DD8452 55A868 C44E52 8172B3 937860 DA8BC3 8C8C8C CCB974 64B5CD"),
    ("muted", "4878D0 EE854A 6ACC64 D65F5F 956CB4 8C613C DC7EC0 797979 D5BB67 82C6E2"),
    ("pastel", "A1C9F4 FFB482 8DE5A1 FF9F9B D0BBFF DEBB9B FAB0E4 CFCFCF FFFEA3 B9F2F0"),
    ("bright", "023EFF FF7C00 1AC938 E8000B 8B2BE2 9F4800 F14CC1 A3A3A3 FFC400 00D7FF"),
    ("dark", "001C7F B1400D 12711C 8C0800 591E71 592F0D A23582 3C3C3C B8850A 006374"),
    ("colorblind", "0173B2 DE8F05 029E73 D55E00 CC78BC CA9161 FBAFE4 949494 ECE133 56B4E9"))}
_STYLES = {"darkgrid": ("#EAEAF2", "white", "white", True, False), "whitegrid": ("white", ".8", ".8", True, False),
           "dark": ("#EAEAF2", "white", "white", False, False), "white": ("white", ".15", ".8", False, False),
           "ticks": ("white", ".15", ".8", False, True)}
_SIZES = {"font.size": 12, "axes.labelsize": 12, "axes.titlesize": 12, "xtick.labelsize": 11, "ytick.labelsize": 11, "legend.fontsize": 11,
          "legend.title_fontsize": 12}
_WIDTHS = {"axes.linewidth": 1.25, "grid.linewidth": 1, "lines.linewidth": 1.5, "lines.markersize": 6, "patch.linewidth": 1}


# --- settings ---


def axes_style(style=None, rc=None):
    """The settings of a style."""
    if isinstance(style, dict):
        return {**style, **(rc or {})}
    if style is None:
        return {name: rcParams[name] for name in ("axes.facecolor", "axes.edgecolor", "axes.grid", "grid.color")}
    if style not in _STYLES:
        raise ValueError(f"style must be one of {', '.join(_STYLES)}")
    face, edge, lines, grid, ticks = _STYLES[style]
    return {"axes.facecolor": face, "axes.edgecolor": edge, "grid.color": lines, "axes.grid": grid, "xtick.bottom": ticks,
            "ytick.left": ticks, "figure.facecolor": "white", "axes.labelcolor": ".15", "text.color": ".15", "xtick.color": ".15",
            "ytick.color": ".15", "axes.axisbelow": True, "grid.linestyle": "-", "patch.edgecolor": "w", "patch.force_edgecolor": True,
            "image.cmap": "rocket", "font.family": ["sans-serif"], **(rc or {})}


def set_style(style=None, rc=None):
    """Colors of the page and of the grid."""
    rcParams.update(axes_style(style, rc))


def plotting_context(context="notebook", font_scale=1, rc=None):
    """The settings of sizes."""
    scale = {"paper": 0.8, "notebook": 1, "talk": 1.5, "poster": 2}[context]
    return {**{name: value * scale * font_scale for name, value in _SIZES.items()},
            **{name: value * scale for name, value in _WIDTHS.items()}, **(rc or {})}


def set_context(context=None, font_scale=1, rc=None):
    """Sizes of texts and lines."""
    rcParams.update(plotting_context(context or "notebook", font_scale, rc))


def set_theme(context="notebook", style="darkgrid", palette="deep", font="sans-serif", font_scale=1, color_codes=True, rc=None):
    """Style, sizes and colors."""
    set_context(context, font_scale)
    set_style(style)
    set_palette(palette)
    rcParams.update(rc or {})


set = set_theme


def set_palette(palette, n_colors=None, desat=None, color_codes=False):
    """The colors that take turns."""
    rcParams["axes.prop_cycle"] = cycler("color", list(color_palette(palette, n_colors)))


class _Palette(list):
    def as_hex(self):
        """As "#rrggbb"."""
        return _Palette([to_hex(color) for color in self])

    def __enter__(self):
        self._before = rcParams["axes.prop_cycle"]
        set_palette(self)
        return self

    def __exit__(self, kind, error, trace):
        rcParams["axes.prop_cycle"] = self._before
        return False


def hls_palette(n_colors=6, h=0.01, l=0.6, s=0.65, as_cmap=False):
    """Hues in equal steps."""
    def part(low, high, hue):
        hue = hue % 1.0
        return low + (high - low) * (hue * 6 if hue < 1 / 6 else 1 if hue < 1 / 2 else (2 / 3 - hue) * 6 if hue < 2 / 3 else 0)
    high = l + s - l * s if l > 0.5 else l * (1 + s)
    made = _Palette([tuple([part(2 * l - high, high, k / n_colors + h + turn) for turn in (1 / 3, 0, -1 / 3)]) for k in range(n_colors)])
    return ListedColormap(made, "hls") if as_cmap else made


husl_palette = hls_palette


def color_palette(palette=None, n_colors=None, desat=None, as_cmap=False):
    """Colors by the name of a palette or of a map."""
    if as_cmap:
        return get_cmap(palette)
    if palette is None:
        colors = [one["color"] for one in rcParams["axes.prop_cycle"]]
    elif not isinstance(palette, str):
        colors = list(palette)
    elif palette in _PALETTES or palette == "tab10":
        colors = _PALETTES.get(palette) or mpl._CYCLE
    elif palette in ("hls", "husl"):
        return hls_palette(n_colors or 6)
    else:
        cmap = get_cmap(palette)
        colors = getattr(cmap, "colors", None) if cmap.N <= 20 else None
        count = n_colors or 6
        if colors is None:
            return _Palette([cmap(v)[:3] for v in np.linspace(0, 1, count + 2).tolist()[1:-1]])
    count = n_colors or len(colors)
    return _Palette([to_rgb(colors[k % len(colors)]) for k in range(count)])


def blend_palette(colors, n_colors=6, as_cmap=False, input="rgb"):
    """Colors between colors."""
    cmap = LinearSegmentedColormap.from_list("blend", colors)
    return cmap if as_cmap else _Palette([cmap(v)[:3] for v in np.linspace(0, 1, n_colors).tolist()])


def diverging_palette(h_neg, h_pos, s=75, l=50, sep=1, n=6, center="light", as_cmap=False):
    """From one hue over gray to another."""
    ends = [hls_palette(1, hue / 360, l / 100, s / 100)[0] for hue in (h_neg, h_pos)]
    return blend_palette([ends[0], "#f2f2f2" if center == "light" else "#222222", ends[1]], n, as_cmap)


def despine(fig=None, ax=None, top=True, right=True, left=False, bottom=False, offset=None, trim=False):
    """Without some of the sides."""
    for one in ([ax] if ax is not None else (fig or plt.gcf()).axes):
        for side, gone in (("top", top), ("right", right), ("left", left), ("bottom", bottom)):
            if gone:
                one.spines[side].set_visible(False)


# --- heatmaps ---


def _length(text):
    """About its width, in sizes of its letters."""
    return sum([0.35 if one in "fijlrtI.,:;!'|()[] " else 0.6 for one in text])


def _labels(given, count, names, room, size):
    if given is False:
        return [], []
    if given is None or isinstance(given, (bool, int, str)):
        texts, step = [str(v) for v in names], 1
        if given == "auto":
            most = int(room // (size / 72))
            if most < 1:
                return [], []
            step = count // most + 1
        elif not isinstance(given, bool) and isinstance(given, int):
            step = given
        places = list(range(0, count, step))
        return [k + 0.5 for k in places], [texts[k] for k in places]
    texts = [str(v) for v in plain(given)]
    return [k + 0.5 for k in range(len(texts))], texts


def heatmap(data, *, vmin=None, vmax=None, cmap=None, center=None, robust=False, annot=None, fmt=".2g", annot_kws=None, linewidths=0,
            linecolor="white", cbar=True, cbar_kws=None, cbar_ax=None, square=False, xticklabels="auto", yticklabels="auto",
            mask=None, ax=None, **given):
    """Cells of a matrix as colors, with numbers."""
    columns = list(data.columns) if hasattr(data, "columns") else None
    index = list(data.index) if hasattr(data, "columns") else None
    data = data.values if columns is not None else data
    size = shape(data)
    if len(size) != 2:
        raise ValueError(f"Must pass 2-d input. shape={size}")
    rows, count = size
    hidden = None
    if mask is not None:
        if shape(mask) != size:
            raise ValueError("Mask must have the same shape as data.")
        hidden = [bool(v) for v in flat(mask)]
    values = flat(data)
    seen = finite(values if hidden is None else [v for v, gone in zip(values, hidden) if not gone])
    if seen and robust:
        low, high = np.percentile(np.array(seen), np.array([2, 98])).tolist()
    else:
        low, high = (min(seen), max(seen)) if seen else (0.0, 1.0)
    vmin, vmax = float(low if vmin is None else vmin), float(high if vmax is None else vmax)
    cmap = get_cmap(("rocket" if center is None else "icefire") if cmap is None else ListedColormap(cmap) if isinstance(cmap, list) else cmap)
    if center is not None:
        reach = max(vmax - center, center - vmin)
        scale = Normalize(center - reach, center + reach)
        cmap = ListedColormap([cmap(v) for v in np.linspace(float(scale(vmin)), float(scale(vmax)), 256).tolist()])
    ax = plt.gca() if ax is None else ax
    if square:
        ax.set_aspect("equal")
    despine(ax=ax, left=True, bottom=True)
    style = {name: value for name, value in given.items() if name in ("alpha", "norm", "edgecolor", "edgecolors", "zorder", "label",
                                                                     "rasterized", "antialiased", "shading", "snap", "clip_on")}
    if len(style) != len(given):
        name = [one for one in given if one not in style][0]
        raise AttributeError(f"QuadMesh.set() got an unexpected keyword argument {name!r}")
    limits = {} if given.get("norm") is not None else {"vmin": vmin, "vmax": vmax}
    mesh = ax.pcolormesh(data, cmap=cmap, **{"linewidth": linewidths, "edgecolor": linecolor, **limits, **style})
    ax.set(xlim=(0, count), ylim=(0, rows))
    ax.invert_yaxis()
    if cbar:
        ax.figure.colorbar(mesh, cbar_ax, ax, **(cbar_kws or {}))
    for axis, labels, many, names in ((ax.xaxis, xticklabels, count, columns), (ax.yaxis, yticklabels, rows, index)):
        text_size = axis.get_major_ticks(1)[0].label1.get_fontsize()
        places, texts = _labels(labels, many, range(many) if names is None else names, ax._length(axis.axis_name), text_size)
        axis.set_ticks(places)
        made = axis.set_ticklabels(texts)
        upright = axis is ax.yaxis
        cell = ax._length(axis.axis_name) * 72 / many
        long = max([_length(text) for text in texts] + [0]) * text_size
        step = places[1] - places[0] if len(places) > 1 else many
        turned = upright and long <= step * cell or not upright and long > step * cell
        for one in made:
            one.set_rotation(90 if turned else 0)
        axis._style["rotation"] = 90.0 if turned else 0.0
    ax.set(xlabel="", ylabel="")
    notes = {"mask": hidden}
    if annot is not None and annot is not False:
        words = plain(data) if annot is True else plain(annot.values if hasattr(annot, "columns") else annot)
        if annot is not True and shape(annot) != size:
            raise ValueError("`data` and `annot` must have same shape.")
        words = [("{:" + fmt + "}").format(word) for row in words for word in row]
        from matplotlib.artist import points
        kept = {"size": rcParams["font.size"], **(annot_kws or {})}
        notes["words"] = [None if hidden is not None and hidden[k] else word for k, word in enumerate(words)]
        notes["size"] = points(kept.get("fontsize", kept["size"]))
    mesh._notes = notes
    return ax


# --- other plots ---


def _column(data, name):
    if name is None or not isinstance(name, str) or data is None:
        return name
    found = data[name]
    return found.values if hasattr(found, "values") and not callable(found.values) else found


def _levels(values):
    made = []
    for v in plain(values):
        if v not in made:
            made.append(v)
    return made


def _groups(data, x, y, hue, order, palette):
    """(text, x, y, color) for each level of hue."""
    x, y, hue = [_column(data, one) for one in (x, y, hue)]
    if x is None and y is not None:
        x = list(range(len(plain(y))))
    if hue is None:
        return [(None, x, y, None)]
    x, y, hue, made = plain(x), plain(y), plain(hue), []
    levels = order or _levels(hue)
    colors = [palette[level] for level in levels] if isinstance(palette, dict) else color_palette(palette, len(levels))
    for level, color in zip(levels, colors):
        places = [k for k, v in enumerate(hue) if v == level]
        made.append((str(level), [x[k] for k in places], [y[k] for k in places], color))
    return made


def _named(ax, data, x, y, hue, legend):
    if isinstance(x, str) and data is not None and not ax.get_xlabel():
        ax.set_xlabel(x)
    if isinstance(y, str) and data is not None and not ax.get_ylabel():
        ax.set_ylabel(y)
    if legend and hue is not None:
        ax.legend(title=hue if isinstance(hue, str) else None)


def _means(x, y):
    sums = {}
    for a, b in zip(plain(x), plain(y)):
        sums.setdefault(a, []).append(float(b))
    keys = list(sums)
    return keys, [sum(sums[key]) / len(sums[key]) for key in keys]


def lineplot(data=None, *, x=None, y=None, hue=None, palette=None, hue_order=None, ax=None, legend="auto", errorbar=None, ci=None,
             estimator="mean", markers=None, dashes=None, style=None, size=None, sort=True, err_style=None, err_kws=None, **given):
    """Lines: the mean for each x."""
    ax = plt.gca() if ax is None else ax
    if x is None and y is None and data is not None:
        data = data if isinstance(data, dict) else {"": data}
        for name, values in data.items():
            ax.plot(values, label=name or None, **given)
        _named(ax, None, None, None, ax.get_legend_handles_labels()[0] or None, legend)
        return ax
    for text, xs, ys, color in _groups(data, x, y, hue, hue_order, palette):
        keys, means = _means(xs, ys)
        pairs = sorted(zip(keys, means)) if sort and keys and not isinstance(keys[0], str) else list(zip(keys, means))
        own = {**({"color": color} if color is not None else {}), **({"label": text} if text else {}), **given}
        ax.plot([a for a, _ in pairs], [b for _, b in pairs], **own)
    _named(ax, data, x, y, ax.get_legend_handles_labels()[0] or None if hue is None else hue, legend)
    return ax


def scatterplot(data=None, *, x=None, y=None, hue=None, palette=None, hue_order=None, ax=None, legend="auto", style=None, size=None,
                sizes=None, markers=None, **given):
    """Dots."""
    ax = plt.gca() if ax is None else ax
    for text, xs, ys, color in _groups(data, x, y, hue, hue_order, palette):
        own = {**({"color": color} if color is not None else {}), **({"label": text} if text else {}), **given}
        ax.scatter(xs, ys, **{"edgecolor": "w", "linewidths": 0.5, **own})
    _named(ax, data, x, y, ax.get_legend_handles_labels()[0] or None if hue is None else hue, legend)
    return ax


def barplot(data=None, *, x=None, y=None, hue=None, order=None, hue_order=None, palette=None, color=None, ax=None, width=0.8, orient=None,
            errorbar=None, ci=None, estimator="mean", saturation=0.75, legend="auto", **given):
    """Bars: the mean for each text."""
    ax = plt.gca() if ax is None else ax
    groups = _groups(data, x, y, hue, hue_order, palette)
    sideways = orient in ("h", "y") or bool(groups[0][2] is not None and len(plain(groups[0][2])) and isinstance(plain(groups[0][2])[0], str))
    groups = [(text, b, a, one) if sideways else (text, a, b, one) for text, a, b, one in groups]
    names = order or _levels([v for _, a, _, _ in groups for v in plain(a)])
    if not order and names and not isinstance(names[0], str):
        names = sorted(names)
    for k, (text, a, b, own) in enumerate(groups):
        keys, means = _means(a, b)
        found = dict(zip(keys, means))
        part = width / len(groups)
        places = [j - width / 2 + part * (k + 0.5) for j in range(len(names))]
        colors = own if own is not None else color if color is not None else list(color_palette(palette, len(names)))
        (ax.barh if sideways else ax.bar)(places, [found.get(name, 0.0) for name in names], part, color=colors, label=text or "", **given)
    (ax.set_yticks if sideways else ax.set_xticks)(list(range(len(names))), [str(name) for name in names])
    (ax.set_ylim if sideways else ax.set_xlim)(-0.5, len(names) - 0.5)
    _named(ax, data, x, y, hue, legend)
    return ax


def boxplot(data=None, *, x=None, y=None, ax=None, palette=None, color=None, width=0.8, **given):
    """Quartiles, the range, and what lies beyond it."""
    ax = plt.gca() if ax is None else ax
    values = _column(data, y) if y is not None else data if x is None else _column(data, x)
    sets, names = (list(values.values()), [str(one) for one in values]) if isinstance(values, dict) else (values, None)
    if x is not None and y is not None:
        keys, values = plain(_column(data, x)), plain(values)
        names = [str(one) for one in _levels(keys)]
        sets = [[v for key, v in zip(keys, values) if str(key) == name] for name in names]
    made = ax.boxplot(sets, labels=names, patch_artist=True, widths=width, medianprops={"color": ".3"})
    for patch, one in zip(made["boxes"], [color] * len(made["boxes"]) if color else color_palette(palette, len(made["boxes"]))):
        patch.set_facecolor(one)
    _named(ax, data, x, y, None, False)
    return ax


_INTO_AXES = ("violinplot", "swarmplot", "stripplot", "regplot", "boxenplot", "pointplot", "rugplot", "ecdfplot", "residplot", "histplot",
              "kdeplot", "countplot", "distplot")


def _lacking(name):
    def plot(*args, **given):
        if name not in _INTO_AXES:
            lacking(f"seaborn.{name}")
            return Anything()
        ax = given.get("ax") or plt.gca()
        ax._undrawn(f"seaborn.{name}")
        return ax
    plot.__name__ = name
    return plot


for _name in (*_INTO_AXES, "clustermap", "pairplot", "jointplot", "lmplot", "relplot", "catplot", "displot", "FacetGrid", "PairGrid",
              "JointGrid", "move_legend", "load_dataset"):
    globals()[_name] = _lacking(_name)
