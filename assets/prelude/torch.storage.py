# Shows the block of memory behind a tensor, cell by cell. Views share one: see Tensor.storage().

import torch


class TypedStorage:
    """All the cells of a block, without shape or strides."""

    __module__ = "torch.storage"

    def __init__(self, cells):
        self._cells = cells
        self.dtype = cells.dtype
        self.device = cells.device
        self.is_cuda = False

    def _check(self, idx):
        if not isinstance(idx, int):
            raise RuntimeError(f"can't index a {type(self)} with {type(idx)}")
        if not -self.size() <= idx < self.size():
            raise IndexError(f"index {idx} out of range for storage of size {self.size()}")

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            raise RuntimeError("slices are only supported in UntypedStorage.__getitem__")
        self._check(idx)
        return self._cells[idx].item()

    def __setitem__(self, idx, value):
        if not isinstance(idx, slice):
            self._check(idx)
        if isinstance(value, torch.Tensor):
            raise RuntimeError(f"cannot set item with value type {type(value)}")
        self._cells[idx] = value

    def __len__(self):
        return self._cells.numel()

    def __iter__(self):
        return iter([self[i] for i in range(self.size())])

    def __str__(self):
        cells = "\n ".join(str(self[i]) for i in range(self.size()))
        return (f" {cells}\n[{torch.typename(self)}(dtype={self.dtype}, device={self.device}) "
                f"of size {len(self)}]")

    __repr__ = __str__

    def size(self):
        """How many cells."""
        return len(self)

    def nbytes(self):
        """How many bytes."""
        return len(self) * self._cells.element_size()

    def element_size(self):
        """Bytes of one cell."""
        return self._cells.element_size()

    def tolist(self):
        """The cells as Python numbers."""
        return self._cells.tolist()

    def data_ptr(self):
        """Where the first cell lies."""
        return self._cells.data_ptr()

    def fill_(self, value):
        """The same value in every cell."""
        self._cells.fill_(value)
        return self

    def clone(self):
        """A block of its own."""
        return TypedStorage(self._cells.clone())

    def cpu(self):
        """Where it is already."""
        return self

    def type(self):
        """The old name: torch.FloatStorage."""
        return self._cells.type().replace("Tensor", "Storage")
