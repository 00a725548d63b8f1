# Dates on an axis: named as not drawn.

from matplotlib import undrawn

__getattr__ = undrawn("matplotlib.dates")
