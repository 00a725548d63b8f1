# numpy.lib: stride_tricks alone.
from numpy.lib import stride_tricks
