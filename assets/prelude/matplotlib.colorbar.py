# Makes colorbars: what the colors of an image or of dots mean.

from matplotlib import Anything, ticker
from matplotlib.cbook import nonsingular
from matplotlib.contour import QuadContourSet


class Colorbar:
    """Beside one axes or several; `ax` is where its ticks and its text are."""

    def __init__(self, ax, mappable, parents, orientation="vertical", ticks=None, format=None, label="", extend=None,
                 shrink=1.0, **style):
        self.ax, self.mappable, self.parents, self.orientation = ax, mappable, parents, orientation
        self.cmap, self.norm, self._shrink = mappable.cmap, mappable.norm, shrink
        self.outline = self.dividers = self.solids = Anything()
        mappable.colorbar = self
        mappable.autoscale_None()
        self._axis = ax.yaxis if orientation == "vertical" else ax.xaxis
        self._limits = None
        if orientation == "vertical":
            ax.yaxis.tick_right()
        ax._colorbar = self
        if self.norm.scale == "log":
            self._axis.span.set_scale("log")
        self._sync()
        if ticks is None and isinstance(mappable, QuadContourSet):
            ticks = ticker.FixedLocator(mappable.levels, nbins=10)
        if ticks is not None:
            self.set_ticks(ticks)
        if format is not None:
            self._axis.set_major_formatter(ticker.FormatStrFormatter(format) if isinstance(format, str) and "%" in format else format)
        if label:
            self.set_label(label)

    def _sync(self):
        norm = self.mappable.norm
        limits = (0.0 if norm.vmin is None else norm.vmin, 1.0 if norm.vmax is None else norm.vmax)
        if norm.scale != "log":
            limits = nonsingular(*limits, 0.1, 1e-15)
            norm.vmin, norm.vmax = limits if norm.scaled() else (norm.vmin, norm.vmax)
        if limits != self._limits:
            self._limits = limits
            (self.ax.set_ylim if self.orientation == "vertical" else self.ax.set_xlim)(*limits)
            (self.ax.set_xlim if self.orientation == "vertical" else self.ax.set_ylim)(0, 1)

    vmin = property(lambda self: self.norm.vmin)
    vmax = property(lambda self: self.norm.vmax)
    locator = property(lambda self: self._axis.get_major_locator(), lambda self, one: self._axis.set_major_locator(one))
    formatter = property(lambda self: self._axis.get_major_formatter(), lambda self, one: self._axis.set_major_formatter(one))

    def set_label(self, label, *, loc=None, **given):
        """The text beside it."""
        (self.ax.set_ylabel if self.orientation == "vertical" else self.ax.set_xlabel)(label, **given)

    def set_ticks(self, ticks, *, labels=None, minor=False, update_ticks=True, **given):
        """Where ticks are."""
        if isinstance(ticks, ticker.Locator):
            self._axis.set_major_locator(ticks)
        else:
            limits = self._axis.span.view()
            self._axis.set_ticks(ticks, labels, minor=minor, **given)
            self._axis.span.limits = limits

    def get_ticks(self, minor=False):
        """Where ticks are."""
        return self._axis.get_ticklocs(minor=minor)

    def set_ticklabels(self, ticklabels, *, minor=False, update_ticks=True, **given):
        """What ticks say."""
        self._axis.set_ticklabels(ticklabels, minor=minor, **given)

    def update_ticks(self, *args):
        """They are found when the figure is shown; minor ones are not drawn."""

    draw_all = set_alpha = minorticks_on = update_ticks


    def remove(self):
        """No longer drawn."""
        self.ax.remove()

    def record(self):
        """All that the picture engine is told."""
        self._sync()
        told, scale = self._axis.record(), self.mappable.record_scale()
        side = {name: told[name] for name in ("ticks", "texts", "tick_size", "tick_color", "label_color", "offset")}
        label = told["label"] or self.ax.get_ylabel() or self.ax.get_xlabel() or self.ax.get_title() or None
        side.update(lo=scale["vmin"], hi=scale["vmax"], log=scale["scale"] == "log", label=label, tick_ha="center")
        return {**scale, "side": side, "label_size": self._axis.label.get_fontsize(), "level": self.orientation == "horizontal",
                "shrink": float(self._shrink), "alpha": self._alpha()}

    def _alpha(self):
        alpha = getattr(self.mappable, "_kept", {}).get("alpha")
        return 1.0 if alpha is None or hasattr(alpha, "__len__") else float(alpha)

    def part(self):
        """The same as axes of its own, where it has cells of a grid for itself."""
        self._sync()
        upright, span = self.orientation == "vertical", self._axis.span
        low, high = [span.forward(v) for v in span.view()]
        values = [span.back(low + (high - low) * (k + 0.5) / 256) for k in range(256)]
        part, sides = self.ax.record(), (0.0, 1.0) + self._limits if upright else self._limits + (1.0, 0.0)
        part["x" if upright else "y"].update(ticks=[], texts=[])
        return {**part, "equal": False, "marks": [
            {"kind": "image", "rows": 256 if upright else 1, "columns": 1 if upright else 256, "values": values[::-1] if upright else values,
             "extent": sides, "alpha": self._alpha(), **self.mappable.record_scale()}]}
