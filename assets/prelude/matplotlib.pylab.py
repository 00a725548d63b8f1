# Offers all of pyplot, and NumPy, under one roof.

from numpy import *
from matplotlib.pyplot import *
from matplotlib.pyplot import (annotate, axhline, axis, axvline, bar, barh, errorbar, fill_between, grid, hist, imshow, legend, loglog,
                               pcolormesh, plot, scatter, semilogx, semilogy, subplots_adjust, suptitle, text, tight_layout)
import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
