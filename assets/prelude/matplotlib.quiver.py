# Makes fields of arrows: what Axes.quiver draws and gives back.

from matplotlib.cm import ScalarMappable
from matplotlib.patches import FancyArrowPatch


class Quiver(ScalarMappable):
    """The arrows together."""


class Shaft(FancyArrowPatch):
    """One of the arrows: their tails alone count for the limits."""

    def limits(self):
        """It is not regarded."""
        return None
