# What goes with matplotlib.
