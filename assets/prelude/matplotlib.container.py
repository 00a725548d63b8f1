# Holds artists that belong together under one label.


class Container(tuple):
    """A tuple with a label."""

    def __new__(cls, parts, *given, **named):
        return tuple.__new__(cls, parts)

    def __init__(self, parts, label=None, **named):
        self._label = None if label is None else str(label)
        self.__dict__.update(named)

    def __repr__(self):
        return f"<{type(self).__name__} object of {len(self)} artists>"

    def get_label(self):
        """The text in a legend."""
        return self._label

    def set_label(self, s):
        """Another text in a legend."""
        self._label = None if s is None else str(s)

    def get_children(self):
        """The artists."""
        return [one for part in self for one in (part if isinstance(part, tuple) else (part,)) if one is not None]

    def remove(self):
        """None of them is drawn."""
        for one in self.get_children():
            one.remove()


class SilentList(list):
    """A list that only tells how many there are."""

    def __repr__(self):
        return f"<a list of {len(self)} {type(self[0]).__name__} objects>"


class BarContainer(Container):
    """What bar() made: patches, errorbar, datavalues, orientation."""


class ErrorbarContainer(Container):
    """What errorbar() made: lines, has_xerr, has_yerr."""


class StemContainer(Container):
    """What stem() made: markerline, stemlines, baseline."""
