# Shapes in three dimensions: named as not drawn.

from matplotlib import undrawn

__getattr__ = undrawn("mpl_toolkits.mplot3d.art3d")
