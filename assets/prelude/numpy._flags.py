# Tells what an array knows of its memory.


class flagsobj:
    """a.flags: by attribute in small letters, or by name: a.flags["C_CONTIGUOUS"]."""

    def __init__(self, a, writeable):
        self._array, self._writeable = a, writeable
        self.c_contiguous = _is_packed(a, range(a.ndim - 1, -1, -1))
        self.f_contiguous = _is_packed(a, range(a.ndim))
        self.owndata = a.base is None
        self.aligned = True
        self.writebackifcopy = False
        self.contiguous = self.c_contiguous
        self.forc = self.c_contiguous or self.f_contiguous
        self.fnc = self.f_contiguous and not self.c_contiguous

    @property
    def writeable(self):
        """Whether code may write the array."""
        return self._writeable

    @writeable.setter
    def writeable(self, may):
        self._writeable = bool(may)
        self._array.setflags(write=self._writeable)

    def __getitem__(self, name):
        short = {"C": "c_contiguous", "F": "f_contiguous", "O": "owndata", "W": "writeable", "A": "aligned"}
        try:
            return getattr(self, short.get(name) or name.lower())
        except AttributeError:
            raise KeyError("Unknown flag") from None

    def __repr__(self):
        names = ("C_CONTIGUOUS", "F_CONTIGUOUS", "OWNDATA", "WRITEABLE", "ALIGNED", "WRITEBACKIFCOPY")
        return "".join(f"  {name} : {self[name]}\n" for name in names)


def _is_packed(a, axes):
    """Whether the cells stand one behind the other, the first of the axes the quickest."""
    step = a.itemsize
    for axis in axes:
        if a.shape[axis] != 1 and a.strides[axis] != step and a.size:
            return False
        step *= a.shape[axis]
    return True
