# Holds what goes with matplotlib.
