# Values on triangles: named as not drawn.

from matplotlib import undrawn

__getattr__ = undrawn("matplotlib.tri")
