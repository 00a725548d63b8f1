# Boxes of texts and images beside the data: named as not drawn.

from matplotlib import undrawn

__getattr__ = undrawn("matplotlib.offsetbox")
