# Curves by their points: named as not drawn.

from matplotlib import undrawn

__getattr__ = undrawn("matplotlib.path")
