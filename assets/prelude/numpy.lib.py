# Holds stride_tricks alone of numpy.lib.
from numpy.lib import stride_tricks
