# Tells the ways to show figures: there is one, the picture engine.
