# Refuses what would be drawn in three dimensions, by name.

from matplotlib.figure import Axes3D
