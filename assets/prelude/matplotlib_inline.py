# Holds the settings of how a notebook shows figures.
