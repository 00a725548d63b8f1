# The old name of matplotlib.pylab.

from matplotlib.pylab import *
