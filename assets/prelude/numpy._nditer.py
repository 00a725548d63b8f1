# Makes numpy.nditer: the cells of arrays one after the other, as they lie in memory.

import numpy as np

_FLAGS = ("buffered c_index common_dtype copy_if_overlap delay_bufalloc external_loop f_index grow_inner multi_index "
          "ranged reduce_ok refs_ok zerosize_ok").split()


def _axes_of(arrays, order, ndim):
    """From the outermost to the innermost axis."""
    axes = list(range(ndim))
    if order == "F" or (order == "A" and all([a.flags.f_contiguous for a in arrays])):
        return axes[::-1]
    if order in "CA":
        return axes

    for k in range(1, ndim):  # inserted where no array has it further in; axes that no array decides stay
        at = k
        while at > 0:
            pairs = [(a.strides[axes[at - 1]], a.strides[axes[at]]) for a in arrays]
            pairs = [(abs(x), abs(y)) for x, y in pairs if x != 0 and y != 0]
            if not pairs or not all([x < y for x, y in pairs]):
                break
            axes[at - 1], axes[at] = axes[at], axes[at - 1]
            at -= 1
    return axes


class nditer:
    """Cells as arrays of no axes, or lines of cells with external_loop; writable where op_flags say so."""

    def __init__(self, op, flags=(), op_flags=None, op_dtypes=None, order="K", casting="safe", op_axes=None, itershape=None,
                 buffersize=0):
        for flag in flags or ():
            if flag not in _FLAGS:
                raise ValueError(f'Unexpected iterator global flag "{flag}"')
        many = isinstance(op, (list, tuple))
        arrays = [np.array(one) if np.ndim(one) == 0 else np.asarray(one) for one in (op if many else (op,))]
        wanted = list(op_flags or ["readonly"])
        if not isinstance(wanted[0], str):
            wanted = [flag for flags_of_one in wanted for flag in flags_of_one] if len(arrays) == 1 else wanted
        each = [wanted] * len(arrays) if isinstance(wanted[0], str) else wanted
        self._writes = ["readwrite" in w or "writeonly" in w for w in each]
        try:
            shape = np.broadcast_shapes(*[a.shape for a in arrays])
        except ValueError:
            raise ValueError("operands could not be broadcast together with shapes "
                             + " ".join([str(a.shape).replace(" ", "") for a in arrays]) + " ")
        self._flags = tuple(flags or ())
        self._whole = arrays
        self.operands = tuple([a if a.shape == shape else np.broadcast_to(a, shape) for a in arrays])
        self.itersize = int(np.prod(shape, dtype=np.int64))
        if self.itersize == 0 and "zerosize_ok" not in self._flags:
            raise ValueError("Iteration of zero-sized operands is not enabled")
        self._shape, self.nop = shape, len(arrays)
        axes = _axes_of(self.operands, order.upper(), len(shape))
        self._views = [a.transpose(axes) for a in self.operands]
        self._back = [axes.index(d) for d in range(len(shape))]
        self._lines()
        self.has_multi_index = "multi_index" in self._flags
        self.has_index = "c_index" in self._flags or "f_index" in self._flags
        self.ndim = len(shape) if self.has_multi_index else len(self._sizes) if shape else 0
        self._started, self.iterindex = False, 0

    def _lines(self):
        """external_loop: the innermost axes whose cells follow each other are one line; otherwise a step is a cell."""
        sizes = list(self._views[0].shape)
        joined = [[d] for d in range(len(sizes))]
        if not any([flag in self._flags for flag in ("multi_index", "c_index", "f_index")]):
            joined = []
            for d in range(len(sizes)):
                if joined and all([v.strides[d - 1] == v.strides[d] * v.shape[d] for v in self._views]):
                    joined[-1].append(d)
                else:
                    joined.append([d])
        self._sizes = sizes
        self._line_axes = len(joined[-1]) if joined and "external_loop" in self._flags else 0
        if "external_loop" not in self._flags:
            self._sizes = [int(np.prod([sizes[d] for d in group])) for group in joined]
        self._steps = [len(sizes) - self._line_axes, sizes]

    @property
    def shape(self):
        """Of all operands together."""
        return self._shape if self.has_multi_index else tuple(self._sizes)

    def _place(self):
        """The place along the axes, from the outermost to the innermost."""
        place, left = [], self.iterindex
        for size in reversed(self._steps[1]):
            place.append(left % size)
            left //= size
        return tuple(reversed(place))

    def _indices(self):
        if self.finished:
            raise ValueError("Iterator is past the end")
        place = self._place()
        return tuple([place[k] for k in self._back])

    @property
    def finished(self):
        """Whether the last cell has been left."""
        return self.iterindex >= self.itersize

    @property
    def multi_index(self):
        """The place of the cell along each axis."""
        if not self.has_multi_index:
            raise ValueError("Iterator is not tracking a multi-index")
        return self._indices()

    @property
    def index(self):
        """How many cells stand before this one, row by row (c_index) or column by column (f_index)."""
        if not self.has_index:
            raise ValueError("Iterator does not have an index")
        pairs, n = list(zip(self._indices(), self._shape)), 0
        for k, size in pairs if "c_index" in self._flags else reversed(pairs):
            n = n * size + k
        return n

    def _one(self, view, writes):
        if self.finished:
            raise ValueError("Iterator is past the end")
        outer, _ = self._steps
        place = self._place()[:outer]
        cell = view[place + (...,)] if place else view
        if self._line_axes:
            cell = cell.reshape(-1)
        if not writes:
            cell = cell.view()
            cell.setflags(write=False)
        return cell

    def __getitem__(self, k):
        return self._one(self._views[k], self._writes[k])

    def __setitem__(self, k, value):
        self[k][...] = value

    @property
    def value(self):
        """The cell, or a tuple of the operands' cells."""
        cells = tuple([self._one(*pair) for pair in zip(self._views, self._writes)])
        return cells[0] if self.nop == 1 else cells

    def __len__(self):
        return self.nop

    def iternext(self):
        """Goes on; whether there is another cell."""
        self.iterindex += int(np.prod(self._steps[1][self._steps[0]:], dtype=np.int64)) if self._line_axes else 1
        return not self.finished

    def reset(self):
        """Back to the first cell."""
        self._started, self.iterindex = False, 0

    def __iter__(self):
        return self

    def __next__(self):
        if self._started and not self.finished:
            self.iternext()
        self._started = True
        if self.finished:
            raise StopIteration
        return self.value

    def close(self):
        """Nothing is left to be written."""

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        return False
