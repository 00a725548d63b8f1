# How a notebook shows figures.
