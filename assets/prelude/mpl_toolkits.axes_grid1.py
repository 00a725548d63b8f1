# Puts axes beside axes: for colorbars.

from matplotlib.axes import Axes


class AxesDivider:
    """Room beside axes."""

    def __init__(self, axes):
        self._axes = axes

    def append_axes(self, position, size, pad=None, add_to_figure=True, **given):
        """Axes on one side, as wide as a part of the others."""
        part = float(size[:-1]) / 100 if isinstance(size, str) else 0.05
        x, y, w, h = self._axes._whole()
        box = {"right": (x + w * (1 - part), y, w * part, h), "left": (x, y, w * part, h),
               "top": (x, y + h * (1 - part), w, h * part), "bottom": (x, y, w, h * part)}[position]
        figure, before = self._axes.figure, self._axes.figure._current
        made = Axes(figure, None, box)
        made._beside = self._axes
        figure.axes.append(made)
        figure._current = made
        return made


def make_axes_locatable(axes):
    """Room beside axes."""
    return AxesDivider(axes)
