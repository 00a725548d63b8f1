# Books of figures: named as not drawn.

from matplotlib import undrawn

__getattr__ = undrawn("matplotlib.backends.backend_pdf")
