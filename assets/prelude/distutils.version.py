# Versions as lists of numbers and words, compared part by part.

import re


class LooseVersion:
    """ "1.13.1+cpu" -> [1, 13, 1, "+", "cpu"]"""

    def __init__(self, vstring=None):
        if vstring:
            self.parse(vstring)

    def parse(self, vstring):
        """Cut the text into its parts."""
        self.vstring = vstring
        parts = [part for part in re.split(r"(\d+|[a-z]+|\.)", vstring) if part and part != "."]
        self.version = [int(part) if part.isdigit() else part for part in parts]

    def __str__(self):
        return self.vstring

    def __repr__(self):
        return f"{type(self).__name__} ('{self}')"

    def _other(self, other):
        """The parts of a version, or of its text."""
        return type(self)(other).version if isinstance(other, str) else other.version

    def __eq__(self, other):
        return self.version == self._other(other)

    def __lt__(self, other):
        return self.version < self._other(other)

    def __le__(self, other):
        return self.version <= self._other(other)

    def __gt__(self, other):
        return self.version > self._other(other)

    def __ge__(self, other):
        return self.version >= self._other(other)


class StrictVersion(LooseVersion):
    """Two or three numbers, and perhaps a1 or b2 behind them."""

    def parse(self, vstring):
        """Cut the text into its parts; a release follows its alphas and betas."""
        match = re.match(r"^(\d+)\.(\d+)(\.(\d+))?([ab](\d+))?$", vstring)
        if not match:
            raise ValueError(f"invalid version number '{vstring}'")
        self.vstring = vstring
        before = (match.group(5)[0], int(match.group(6))) if match.group(5) else ("release", 0)
        self.version = [int(match.group(1)), int(match.group(2)), int(match.group(4) or 0), before]
