# Ways to show figures: there is one, the picture engine.
