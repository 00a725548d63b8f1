# Keeps the figure and the axes that were used last, and offers functions that plot there.

import contextlib

import _pictures
import matplotlib
import numpy as np
from cycler import cycler
from matplotlib import cm, colors, gridspec, image, rc, rc_context, rcdefaults, rcParams, rcParamsDefault, style, ticker
from matplotlib.artist import Artist, setp
from matplotlib.axes import Axes, Subplot
from matplotlib.cm import get_cmap
from matplotlib.colors import Normalize
from matplotlib.figure import Figure, figaspect
from matplotlib.gridspec import GridSpec, SubplotSpec
from matplotlib.image import imread
from matplotlib.lines import Line2D
from matplotlib.patches import Arrow, Circle, Polygon, Rectangle
from matplotlib.text import Annotation, Text
from matplotlib.ticker import (AutoLocator, FixedFormatter, FixedLocator, FormatStrFormatter, Formatter, FuncFormatter,
                               LinearLocator, Locator, LogLocator, MaxNLocator, MultipleLocator, NullFormatter,
                               NullLocator, ScalarFormatter)

_open = {}
_last = [None]


# --- figures ---


def figure(num=None, figsize=None, dpi=None, *, facecolor=None, edgecolor=None, frameon=True, FigureClass=Figure, clear=False,
           **given):
    """A new figure, or the open one of this number."""
    if isinstance(num, Figure):
        _last[0] = num.number
        return num
    label = num if isinstance(num, str) else None
    if label is not None:
        found = [one.number for one in _open.values() if one.get_label() == label]
        num = found[0] if found else None
    num = max([0, *_open]) + 1 if num is None else int(num)
    if num not in _open:
        made = FigureClass(figsize=figsize, dpi=dpi, facecolor=facecolor, edgecolor=edgecolor, frameon=frameon, **given)
        made.number = num
        made.set_label(label or "")
        _open[num] = made
    elif clear:
        _open[num].clear()
    _last[0] = num
    return _open[num]


def gcf():
    """The figure that was used last."""
    return _open[_last[0]] if _last[0] in _open else figure()


def gca():
    """The axes that were used last."""
    return gcf().gca()


def sca(ax):
    """Use these axes."""
    _last[0] = ax.figure.number
    ax.figure.sca(ax)


def get_fignums():
    """Numbers of the open figures."""
    return sorted(_open)


def fignum_exists(num):
    """Whether it is open."""
    return num in _open if not isinstance(num, str) else num in [one.get_label() for one in _open.values()]


def close(fig=None):
    """No longer open."""
    if fig == "all":
        _open.clear()
    elif fig is None:
        _open.pop(_last[0], None)
    else:
        for num in [num for num, one in _open.items() if one is fig or num == fig or isinstance(fig, str) and one.get_label() == fig]:
            del _open[num]
    if _last[0] not in _open:
        _last[0] = max(_open) if _open else None


def show(*args, block=None):
    """Hand all open figures to the picture engine."""
    figures = [_open[num] for num in get_fignums()]
    close("all")
    for one in figures:
        if _pictures.notebook():
            print(repr(one))
        _pictures.show(one.record())


def _cell_end():
    """At the end of a notebook's cell open figures are shown."""
    if _open:
        show()


def savefig(*args, **given):
    """Hand the figure to the picture engine under a name."""
    return gcf().savefig(*args, **given)


def get_current_fig_manager():
    """There is no window."""
    return matplotlib.Anything()


# --- axes ---


def subplots(nrows=1, ncols=1, *, sharex=False, sharey=False, squeeze=True, width_ratios=None, height_ratios=None, subplot_kw=None,
             gridspec_kw=None, **given):
    """A figure, and axes in all cells of a grid."""
    fig = figure(**given)
    return fig, fig.subplots(nrows, ncols, sharex=sharex, sharey=sharey, squeeze=squeeze, width_ratios=width_ratios,
                             height_ratios=height_ratios, subplot_kw=subplot_kw, gridspec_kw=gridspec_kw)


def subplot_mosaic(mosaic, *, sharex=False, sharey=False, subplot_kw=None, gridspec_kw=None, empty_sentinel=".", **given):
    """A figure, and axes by names."""
    fig = figure(**given)
    return fig, fig.subplot_mosaic(mosaic, sharex=sharex, sharey=sharey, subplot_kw=subplot_kw, gridspec_kw=gridspec_kw,
                                   empty_sentinel=empty_sentinel)


def subplot(*args, **given):
    """Axes in a grid; those that are there, or new ones in place of what they would cover."""
    fig = gcf()
    spec = fig._cells(args or (1, 1, 1))
    for one in fig.axes:
        if one._spec is not None and one._spec.place() == spec.place() and one._spec.gridspec._parent is spec.gridspec._parent \
                and not given and one._over is None:
            return fig.sca(one)
    made = fig.add_subplot(*args, **given)
    x, y, w, h = made._whole()
    for one in list(fig.axes):
        a, b, c, d = one._whole()
        if one is not made and one._over is None and x + 1e-9 < a + c and a + 1e-9 < x + w and y + 1e-9 < b + d and b + 1e-9 < y + h:
            fig.delaxes(one)
    return fig.sca(made)


def subplot2grid(shape, loc, rowspan=1, colspan=1, fig=None, **given):
    """Axes in cells of a grid."""
    row, column = loc
    return (fig or gcf()).add_subplot(GridSpec(*shape)[row:row + rowspan, column:column + colspan], **given)


def axes(arg=None, **given):
    """Axes by left, bottom, width and height."""
    return gcf().add_subplot(**given) if arg is None else gcf().add_axes(arg, **given)


def delaxes(ax=None):
    """Without these axes."""
    gcf().delaxes(gca() if ax is None else ax)


def _ticks(axis, ticks, labels, minor, given):
    if ticks is None:
        locs = axis.get_ticklocs(minor=minor)
        if labels is not None:
            raise TypeError(f"{axis.axis_name}ticks(): Parameter 'labels' can't be set without setting 'ticks'")
    else:
        locs = axis.set_ticks(ticks, minor=minor)
    if labels is not None:
        return locs, axis.set_ticklabels(labels, minor=minor, **given)
    labels = axis.get_ticklabels(minor)
    for one in labels:
        one.set(**given)
    if "rotation" in given:
        axis._style["rotation"] = given["rotation"]
    return locs, labels


def _of_side(name):
    def limits(*args, **given):
        return getattr(gca(), ("set_" if args or given else "get_") + name + "lim")(*args, **given)

    def ticks(ticks=None, labels=None, *, minor=False, **given):
        return _ticks(getattr(gca(), name + "axis"), ticks, labels, minor, given)
    return limits, ticks


(xlim, xticks), (ylim, yticks) = _of_side("x"), _of_side("y")  # limits of an axis; its ticks and what they say


def box(on=None):
    """The four sides."""
    axes = gca()
    axes.set_frame_on(not axes.get_frame_on() if on is None else on)


# --- images ---


def gci():
    """The image or the dots that were plotted last."""
    return gca()._image


def colorbar(mappable=None, cax=None, ax=None, **given):
    """A colorbar."""
    mappable = gci() if mappable is None else mappable
    if mappable is None:
        raise RuntimeError("No mappable was found to use for colorbar creation. First define a mappable such as an image "
                           "(with imshow) or a contour set (with contourf).")
    return gcf().colorbar(mappable, cax=cax, ax=ax, **given)


def clim(vmin=None, vmax=None):
    """The limits of the color scale."""
    gci().set_clim(vmin, vmax)


def set_cmap(cmap):
    """Another map, from now on."""
    rcParams["image.cmap"] = get_cmap(cmap).name
    if _open and gci() is not None:
        gci().set_cmap(cmap)


def matshow(A, fignum=None, **given):
    """A matrix in a figure of its own."""
    height = figaspect(np.asarray(A)) if fignum is None else None
    if fignum != 0:
        figure(fignum, figsize=None if height is None else height.tolist()).add_axes([0.15, 0.09, 0.775, 0.775])
    return gca().matshow(A, **given)


def imsave(fname, arr, **given):
    """Images are not written alone."""
    matplotlib.lacking("imsave")


def colormaps():
    """Names of maps."""
    return sorted(cm.colormaps)


def polar(*args, **given):
    """Not drawn round."""
    matplotlib.lacking("a polar plot")
    return gca().plot(*args, **given)


# --- the same as methods ---


def _of(owner, name):
    def plot(*args, **given):
        return getattr(owner(), name)(*args, **given)
    plot.__name__ = name
    return plot


def _keeping(name):
    def plot(*args, **given):
        axes = gca()
        made = getattr(axes, name)(*args, **given)
        image = made[-1] if isinstance(made, tuple) else made
        axes._image = image if isinstance(image, cm.ScalarMappable) else axes._image
        return made
    plot.__name__ = name
    return plot


for _name in ("plot", "semilogx", "semilogy", "loglog", "step", "axhline", "axvline", "axhspan", "axvspan", "vlines",
              "hlines", "errorbar", "stem", "fill_between", "fill_betweenx", "fill", "stackplot", "bar", "barh", "bar_label", "hist",
              "pie", "boxplot", "violinplot", "text", "annotate", "arrow", "streamplot", "table",
              "hexbin", "tripcolor", "eventplot", "legend", "grid", "axis", "margins", "tick_params",
              "ticklabel_format", "twinx", "twiny", "locator_params", "minorticks_on", "minorticks_off", "autoscale", "clabel", "specgram"):
    globals()[_name] = _of(gca, _name)
for _name in ("imshow", "pcolormesh", "pcolor", "scatter", "hist2d", "quiver", "contour", "contourf", "tricontourf"):
    globals()[_name] = _keeping(_name)
for _name in ("title", "xlabel", "ylabel", "xscale", "yscale"):
    globals()[_name] = _of(gca, "set_" + _name)
for _name in ("suptitle", "tight_layout", "subplots_adjust", "autofmt_xdate"):
    globals()[_name] = _of(gcf, _name)
figtext, figlegend, clf, cla = _of(gcf, "text"), _of(gcf, "legend"), _of(gcf, "clear"), _of(gca, "clear")


def pause(*args, **given):
    """There is one way to show figures: show()."""


draw = set_loglevel = waitforbuttonpress = switch_backend = pause


def ion():
    """`with plt.ion():` does as little."""
    return contextlib.ExitStack()


ioff = ion


def __getattr__(name):
    if name in ("viridis", "plasma", "inferno", "magma", "gray", "hot", "jet", "cool", "spring", "summer", "autumn", "winter",
                "bone", "copper", "hsv", "pink"):
        return lambda: set_cmap(name)
    raise AttributeError(f"module 'matplotlib.pyplot' has no attribute {name!r}")
