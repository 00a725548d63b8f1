# Makes styles that take turns, as matplotlib's prop_cycle has them.


class Cycler:
    """Dictionaries of properties, one after the other."""

    def __init__(self, rows):
        self._rows = rows

    @property
    def keys(self):
        """The names of the properties."""
        return set(self._rows[0]) if self._rows else set()

    def by_key(self):
        """A list for each property."""
        return {key: [row[key] for row in self._rows] for key in (self._rows[0] if self._rows else ())}

    def __iter__(self):
        return iter(self._rows)

    def __call__(self):
        while True:
            yield from self._rows

    def __len__(self):
        return len(self._rows)

    def __getitem__(self, place):
        return Cycler(self._rows[place])

    def __add__(self, other):
        return Cycler([{**a, **b} for a, b in zip(self._rows, other)])

    def __mul__(self, other):
        if isinstance(other, int):
            return Cycler(self._rows * other)
        return Cycler([{**a, **b} for a in self._rows for b in other])

    __rmul__ = __mul__

    def __eq__(self, other):
        return isinstance(other, Cycler) and self._rows == other._rows

    def __repr__(self):
        return " + ".join(f"cycler({key!r}, {values!r})" for key, values in self.by_key().items())


def cycler(*given, **named):
    """Of one name and its values, or of several names."""
    if len(given) == 1:
        return Cycler(list(given[0]))
    if given:
        named = {given[0]: given[1]}
    named = {key: list(values) for key, values in named.items()}
    count = min([len(values) for values in named.values()])
    return Cycler([{key: values[k] for key, values in named.items()} for k in range(count)])
