# Sliders and buttons: named as not drawn.

from matplotlib import undrawn

__getattr__ = undrawn("matplotlib.widgets")
