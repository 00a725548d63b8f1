# In which units a place is meant: only named here, worked out when a record is made.


class Transform:
    """Units of x and of y: "data", "axes" or "figure"."""

    def __init__(self, x, y=None, axes=None):
        self.x, self.y, self.axes = x, y or x, axes

    def __add__(self, other):
        return self if not isinstance(other, Transform) or self.x != "data" else other

    def transform(self, values):
        """Places as they are."""
        return values


class Bbox:
    """A rectangle by two corners."""

    def __init__(self, points):
        (self.x0, self.y0), (self.x1, self.y1) = points
        self.width, self.height = self.x1 - self.x0, self.y1 - self.y0
        self.bounds, self.extents = (self.x0, self.y0, self.width, self.height), (self.x0, self.y0, self.x1, self.y1)
        self.xmin, self.xmax, self.ymin, self.ymax = self.x0, self.x1, self.y0, self.y1

    @staticmethod
    def from_bounds(x0, y0, width, height):
        """By its lower left corner and its size."""
        return Bbox([(x0, y0), (x0 + width, y0 + height)])

    def __iter__(self):
        return iter([[self.x0, self.y0], [self.x1, self.y1]])

    def __repr__(self):
        return f"Bbox([[{self.x0}, {self.y0}], [{self.x1}, {self.y1}]])"

    def __str__(self):
        return f"Bbox(x0={self.x0}, y0={self.y0}, x1={self.x1}, y1={self.y1})"
