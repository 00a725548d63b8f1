# Offers matplotlib.pylab under its old name.

from matplotlib.pylab import *
