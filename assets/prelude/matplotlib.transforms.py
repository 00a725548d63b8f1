# Tells in which units a place is meant: only named here, worked out when a record is made.


class Transform:
    """Units of x and of y: "data", "axes" or "figure"."""

    def __init__(self, x, y=None, axes=None):
        self.x, self.y, self.axes = x, y or x, axes

    def __add__(self, other):
        return self if not isinstance(other, Transform) or self.x != "data" else other

    def transform(self, values):
        """Places as they are."""
        return values
