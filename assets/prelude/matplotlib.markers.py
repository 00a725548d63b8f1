# Markers of one's own: named as not drawn.

from matplotlib import undrawn

__getattr__ = undrawn("matplotlib.markers")
