# Figures as pixels: named as not drawn.

from matplotlib import undrawn

__getattr__ = undrawn("matplotlib.backends.backend_agg")
