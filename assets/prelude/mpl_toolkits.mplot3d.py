# Three dimensions: named as not drawn.

from matplotlib.figure import Axes3D
