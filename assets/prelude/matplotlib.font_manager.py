# Answers questions about fonts: the picture engine has its own; others are only named.


class FontProperties:
    """Family, size and weight, for texts that take them."""

    def __init__(self, family=None, style=None, variant=None, weight=None, stretch=None, size=None, fname=None, math_fontfamily=None):
        self.given = {name: value for name, value in (("fontsize", size), ("fontweight", weight)) if value is not None}
        self._family = family

    def get_name(self):
        """A name of the family."""
        return self._family if isinstance(self._family, str) else "DejaVu Sans"


class _FontManager:
    ttflist = []

    def addfont(self, path):
        """Fonts of files are not used."""


fontManager = _FontManager()


def findSystemFonts(fontpaths=None, fontext="ttf"):
    """None are looked for."""
    return []
