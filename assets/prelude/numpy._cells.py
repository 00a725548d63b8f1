# Holds arrays of strings, of complex numbers and of any objects: a list of cells, and an ordinary array of
# places in it. Indexing, reshaping and joining move places; arithmetic and comparison go cell by cell, in the
# language itself. The functions here have the names of numpy's and are called in their stead when one of the
# arguments is such an array, or a list that becomes one; an underscore behind a name keeps Python's own.

import math
import numpy as np
from torch._C import _unsupported


class dtype:
    """The type of such an array: U and a width, O, or c."""

    def __init__(self, kind, width=0):
        self.kind, self._width = kind, width
        self.itemsize = 4 * width if kind == "U" else 16 if kind == "c" else 8
        self.name = f"str{32 * width}" if kind == "U" else "complex128" if kind == "c" else "object"
        self.str = f"<U{width}" if kind == "U" else "<c16" if kind == "c" else "|O"
        self.char = "D" if kind == "c" else kind
        self.type = str if kind == "U" else complex if kind == "c" else object
        self.names = None

    def __repr__(self):
        return "dtype('" + (self.str if self.kind == "U" else "complex128" if self.kind == "c" else "O") + "')"

    def __str__(self):
        return self.str if self.kind == "U" else self.name

    def __eq__(self, other):
        mine = _type_of(other)
        return mine is not None and mine.kind == self.kind and mine._width == self._width

    def __hash__(self):
        return hash(self.str)


def _type_of(one):
    """What dtype= names, or None if it is an ordinary type."""
    if isinstance(one, dtype):
        return one
    if one is str or one is object:
        return dtype("U" if one is str else "O")
    name = getattr(one, "__name__", "")
    if name in ("str_", "object_"):
        return dtype("U" if name == "str_" else "O")
    if isinstance(one, str):
        text = one.lstrip("<=|>")
        if text in ("str", "object", "O"):
            return dtype("U" if text == "str" else "O")
        if text.startswith("U") and (text[1:] or "0").isdigit():
            return dtype("U", int(text[1:] or "0"))
    return None


def _is_cells(x):
    return isinstance(x, Cells)


def _text(cell):
    """A cell as a string."""
    return cell if isinstance(cell, str) else str(cell)


def _cast(cell, kind, width):
    """A cell as one of that kind."""
    if kind == "U":
        text = _text(cell)
        return text[:width] if width else text
    return complex(cell) if kind == "c" else cell


def _operator(name, function, kind=None, turned=False):
    """A method: function of each cell and another array's."""
    return lambda self, other: self._two(other, function, name, kind, turned)


class Cells:
    """An array of cells."""

    __array_priority__ = 100

    def __init__(self, cells, at, kind, width=0, base=None):
        self._cells, self._at, self._kind = cells, at, kind
        self._width = width or (max([len(cell) for cell in cells] + [1]) if kind == "U" else 0)
        self.base = base

    # --- what it is ---

    shape = property(lambda self: self._at.shape)
    ndim = property(lambda self: self._at.ndim)
    size = property(lambda self: self._at.size)
    dtype = property(lambda self: dtype(self._kind, self._width))
    itemsize = property(lambda self: self.dtype.itemsize)
    nbytes = property(lambda self: self.dtype.itemsize * self.size)
    T = property(lambda self: self._view(self._at.T))
    flat = property(lambda self: self.ravel())

    def _view(self, at):
        """Other places of the same cells."""
        return Cells(self._cells, at, self._kind, self._width, self)

    def _list(self):
        """The cells in row-major order."""
        return [self._cells[place] for place in self._at.ravel().tolist()]

    def _map(self, function, dtype=None):
        """function of every cell, as an array."""
        return _made([function(cell) for cell in self._list()], self.shape, dtype)

    def __len__(self):
        if not self.ndim:
            raise TypeError("len() of unsized object")
        return len(self._at)

    def __iter__(self):
        return iter([self[k] for k in range(len(self))])

    def __contains__(self, item):
        return item in self._list()

    def __getitem__(self, key):
        if _is_cells(key):
            raise IndexError("arrays used as indices must be of integer (or boolean) type")
        at = self._at[key]
        return self._cells[int(at)] if np.ndim(at) == 0 and key is not Ellipsis else self._view(at)

    def __setitem__(self, key, value):
        places = np.ravel(self._at[key]).tolist()
        if _is_cells(value) or isinstance(value, (list, tuple, np.ndarray)):
            value = value if _is_cells(value) else array(value)
            values = np.broadcast_to(value._at, np.shape(self._at[key])).ravel().tolist()
            values = [value._cells[place] for place in values]
        else:
            values = [value] * len(places)
        for place, cell in zip(places, values):
            self._cells[place] = _cast(cell, self._kind, self._width)

    def __bool__(self):
        if self.size != 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous. "
                             "Use a.any() or a.all()")
        return bool(self._list()[0])

    # --- moved ---

    def reshape(self, *shape, order="C"):
        return self._view(self._at.reshape(*shape))

    def ravel(self, order="C"):
        return self._view(self._at.ravel())

    def flatten(self, order="C"):
        return self.ravel().copy()

    def transpose(self, *axes):
        return self._view(self._at.transpose(*axes))

    def swapaxes(self, a, b):
        return self._view(self._at.swapaxes(a, b))

    def squeeze(self, axis=None):
        return self._view(self._at.squeeze())

    def repeat(self, repeats, axis=None):
        return self._view(np.repeat(self._at, repeats, axis)).copy()

    def take(self, indices, axis=None):
        return self._view(np.take(self._at, indices, axis)).copy()

    def copy(self, order="C"):
        return _made(self._list(), self.shape, self.dtype)

    def tolist(self):
        def nest(part):
            return [nest(one) for one in part] if isinstance(part, list) else self._cells[part]
        return nest(self._at.tolist())

    def item(self, *place):
        return self._list()[0] if not place else self[place if len(place) > 1 else place[0]]

    def fill(self, value):
        self[...] = value

    def astype(self, type, copy=True):
        wanted = _type_of(type)
        if wanted is not None:
            width = 0 if self._kind == "U" or wanted._width else 0
            return _made([_cast(cell, wanted.kind, wanted._width or width) for cell in self._list()],
                         self.shape, wanted)
        kind, cells = np.dtype(type).kind, self._list()
        if kind == "f" and self._kind != "c":
            cells = [math.nan if cell is None else float(cell) for cell in cells]
        elif self._kind != "c":
            cells = [int(cell) if kind in "iu" else bool(cell) for cell in cells]
        return _made(cells, self.shape, type)

    def sort(self, axis=-1, kind=None, order=None):
        self[...] = sort(self, axis)

    def argsort(self, axis=-1, kind=None, order=None):
        return argsort(self, axis)

    # --- one number of many ---

    def _fold(self, name, function, axis, keepdims=False):
        """function of the cells, or of each line along an axis."""
        if self._kind == "U":
            raise TypeError(f"ufunc '{name}' did not contain a loop with signature matching types "
                            f"({self.dtype!r}, {self.dtype!r}) -> None")
        if axis is None:
            return function(self._list())
        lines = np.moveaxis(self._at, axis, -1)
        shape = lines.shape[:-1]
        rows = [[self._cells[place] for place in row]
                for row in lines.reshape(-1, lines.shape[-1]).tolist()]
        return _made([function(row) for row in rows], shape, self.dtype)

    def sum(self, axis=None, **rest):
        return self._fold("add", sum, axis)

    def mean(self, axis=None, **rest):
        return self._fold("add", lambda row: sum(row) / len(row), axis)

    def prod(self, axis=None, **rest):
        return self._fold("multiply", math.prod, axis)

    def max(self, axis=None, **rest):
        return self._fold("maximum", max, axis)

    def min(self, axis=None, **rest):
        return self._fold("minimum", min, axis)

    def any(self, axis=None):
        return any(self._list())

    def all(self, axis=None):
        return all(self._list())


    # --- operators ---

    def _two(self, other, function, name, kind=None, turned=False):
        """function of this array's cells and another's."""
        if isinstance(other, (list, tuple)) and not _is_cells(other):
            other = np.array(other)
        if "U" in (self._kind, getattr(other, "_kind", "U" if isinstance(other, str) else "")) \
                and name not in ("equal", "add", "less"):
            raise TypeError(f"ufunc '{name}' did not contain a loop with signature matching types")
        if self._kind == "U" and name == "add" and not (isinstance(other, str) or
                                                        getattr(other, "_kind", "") == "U"):
            raise TypeError("ufunc 'add' did not contain a loop with signature matching types "
                            f"({self.dtype!r}, {np.asarray(other).dtype!r}) -> None")
        at, cells = _places(other)
        left, right = np.broadcast_arrays(self._at, at)
        pairs = [(self._cells[a], cells[b])
                 for a, b in zip(left.ravel().tolist(), right.ravel().tolist())]
        found = [function(b, a) if turned else function(a, b) for a, b in pairs]
        wide = self._kind if self._kind == "O" else None
        return _made(found, left.shape, kind or (dtype(wide) if wide else None))

    __eq__ = _operator("equal", lambda a, b: bool(a == b), bool)
    __ne__ = _operator("equal", lambda a, b: bool(a != b), bool)
    __lt__ = _operator("less", lambda a, b: bool(a < b), bool)
    __le__ = _operator("less", lambda a, b: bool(a <= b), bool)
    __gt__ = _operator("less", lambda a, b: bool(a > b), bool)
    __ge__ = _operator("less", lambda a, b: bool(a >= b), bool)
    __add__ = _operator("add", lambda a, b: a + b)
    __radd__ = _operator("add", lambda a, b: a + b, turned=True)
    __sub__ = _operator("subtract", lambda a, b: a - b)
    __rsub__ = _operator("subtract", lambda a, b: a - b, turned=True)
    __mul__ = _operator("multiply", lambda a, b: a * b)
    __rmul__ = _operator("multiply", lambda a, b: a * b, turned=True)
    __truediv__ = _operator("divide", lambda a, b: a / b)
    __rtruediv__ = _operator("divide", lambda a, b: a / b, turned=True)
    __floordiv__ = _operator("floor_divide", lambda a, b: a // b)
    __mod__ = _operator("remainder", lambda a, b: a % b)
    __pow__ = _operator("power", lambda a, b: a ** b)
    __rpow__ = _operator("power", lambda a, b: a ** b, turned=True)

    def __neg__(self):
        return self._map(lambda cell: -cell)

    def __pos__(self):
        return self

    def __abs__(self):
        return self._map(abs)

    def conj(self):
        return self._map(lambda cell: cell.conjugate())

    conjugate = conj
    real = property(lambda self: self._map(lambda cell: cell.real))
    imag = property(lambda self: self._map(lambda cell: cell.imag))

    # --- text ---

    def _words(self):
        """Every cell as it is printed, by its place."""
        if self._kind == "c":
            lists = self._list()
            real, imag = [_aligned([pick(cell) for cell in lists], sign)
                          for pick, sign in ((lambda c: c.real, "-"), (lambda c: c.imag, "+"))]
            words = [a + b.rstrip() + "j" + " " * (len(b) - len(b.rstrip())) for a, b in zip(real, imag)]
            return dict(zip(self._at.ravel().tolist(), words))
        words = [f"list({cell!r})" if type(cell) is list else repr(cell) for cell in self._list()]
        return dict(zip(self._at.ravel().tolist(), words))

    def __str__(self):
        if not self.ndim:
            return str(self._list()[0])
        return _layout(self._at.tolist(), self._words(), self.ndim, self.size, " ", "", "")

    def __repr__(self):
        if not self.ndim:
            return f"array({self._list()[0]!r}, dtype={_said(self.dtype)})"
        text = "[]" if not self.size else _layout(self._at.tolist(), self._words(), self.ndim,
                                                  self.size, ", ", "array(", ",")
        if self._kind == "c":
            return "array(" + text + ")"
        text = "array(" + text + ","
        last = len(text) - (text.rfind("\n") + 1)
        kind = f"dtype={_said(self.dtype)})"
        wide = last + len(kind) + 1 > np.get_printoptions()["linewidth"]
        return text + ("\n      " if wide else " ") + kind


Cells.__name__ = Cells.__qualname__ = "ndarray"
Cells.__module__ = "numpy"


def _aligned(numbers, sign):
    """Numbers as an array of them is printed, each as wide as the others."""
    words = str(np.array(numbers)).strip("[]").split()
    if sign == "+":
        words = [word if word[0] == "-" else "+" + word for word in words]
    behind = max([len(word) - (word + ".").index(".") for word in words])
    words = [word + " " * (behind - len(word) + (word + ".").index(".")) for word in words]
    wide = max([len(word) for word in words])
    return [" " * (wide - len(word)) + word for word in words]


def _said(kind):
    """A type within an array's repr."""
    return "'" + str(kind) + "'" if kind.kind == "U" else str(kind)


def _layout(rows, words, ndim, size, separator, prefix, suffix):
    """Nested lists of places as lines of words."""
    options = np.get_printoptions()
    width = options["linewidth"] - len(suffix)
    edge = options["edgeitems"]
    short = size > options["threshold"]

    def extend(done, line, word, limit, indent):
        if len(line) + len(word) > limit and len(line) > len(indent):
            done, line = done + line.rstrip() + "\n", indent
        return done, line + word

    def lay(part, left, indent, limit):
        if not left:
            return words[part]
        cut = short and 2 * edge < len(part)
        shown = part[:edge] + [None] + part[-edge:] if cut else part
        done = ""
        if left == 1:
            limit_here = limit - max(len(separator.rstrip()), 1)
            line = indent
            for k, one in enumerate(shown):
                word = "..." if one is None else lay(one, 0, indent + " ", limit - 1)
                done, line = extend(done, line, word, limit_here, indent)
                line += separator if k + 1 < len(shown) else ""
            done += line
        else:
            gap = separator.rstrip() + "\n" * (left - 1)
            for k, one in enumerate(shown):
                done += indent + ("..." if one is None else lay(one, left - 1, indent + " ", limit - 1))
                done += gap if k + 1 < len(shown) else ""
        return "[" + done[len(indent):] + "]"

    return lay(rows, ndim, " " * (len(prefix) + 1), width)


# --- making them ---


def _made(cells, shape, kind=None):
    """An array of cells in row-major order: an ordinary one where its type is one."""
    wanted = _type_of(kind) if kind is not None else None
    if wanted is None and kind is not None:
        found = np.array(cells, dtype=kind)
        return found.reshape(shape) if shape else found[()]
    if wanted is None:
        wanted = _guess(cells)
        if wanted is None:
            found = np.array(cells)
            return found.reshape(shape) if len(shape) else found.reshape(-1)[0]
    if not len(shape) and len(cells) == 1 and kind is None:
        return cells[0]
    cells = [_cast(cell, wanted.kind, wanted._width) for cell in cells]
    size = 1
    for one in shape:
        size *= one
    return Cells(cells, np.arange(size).reshape(shape), wanted.kind, wanted._width)


def _guess(cells):
    """The type that such cells need; None: an ordinary one."""
    if any([isinstance(cell, str) for cell in cells]):
        if all([isinstance(cell, (str, int, float, np.generic)) for cell in cells]):
            least = 0
            for cell in cells:
                if isinstance(cell, bool):
                    least = max(least, 5)
                elif isinstance(cell, (int, np.integer)):
                    least = max(least, 21)
                elif not isinstance(cell, str):
                    least = max(least, 32)
                else:
                    least = max(least, len(cell))
            return dtype("U", least)
        return dtype("O")
    if all([isinstance(cell, (int, float, complex, np.generic)) for cell in cells]):
        return dtype("c") if any([isinstance(cell, complex) for cell in cells]) else None
    return dtype("O")


def _unroll(data, depth, shape, cells):
    """Nested lists into cells; False when they are ragged."""
    if _is_cells(data) or type(data) is np.ndarray:
        data = data.tolist()
    if not isinstance(data, (list, tuple)):
        cells.append(data)
        return depth == len(shape)
    if depth == len(shape):
        if cells:
            return False
        shape.append(len(data))
    if shape[depth] != len(data):
        return False
    for one in data:
        if not _unroll(one, depth + 1, shape, cells):
            return False
    return True


def array(object, dtype=None, *, copy=True, order=None, subok=False, ndmin=0):
    wanted = _type_of(dtype) if dtype is not None else None
    if wanted is None and dtype is not None:
        if _is_cells(object):
            return object.astype(dtype)
        held = array(object)
        return held.astype(dtype) if _is_cells(held) else np.array(held, dtype=dtype)
    shape, cells = [], []
    if not _unroll(object, 0, shape, cells):
        if wanted is None or wanted.kind != "O":
            raise ValueError("setting an array element with a sequence. The requested array has an "
                             "inhomogeneous shape after 1 dimensions. The detected shape was "
                             f"({len(object)},) + inhomogeneous part.")
        shape, cells = [len(object)], list(object)
    if wanted is None and _is_cells(object):
        wanted = object.dtype
    if wanted is None:
        wanted = _guess(cells)
    if wanted is None:
        return np.array(cells).reshape(shape)
    if wanted.kind == "U" and not wanted._width and type(object) is np.ndarray:
        wanted = _type_of("U21" if object.dtype.kind in "iu" else "U5" if object.dtype.kind == "b" else "U32")
    return _made(cells, tuple(shape), wanted)


asarray = asanyarray = array


def _places(x):
    """Places and cells of any operand."""
    if _is_cells(x):
        return x._at, x._cells
    if type(x) is np.ndarray:
        return np.arange(x.size).reshape(x.shape), x.ravel().tolist()
    if isinstance(x, np.generic):
        return np.array(0), [x.item()]
    return np.array(0), [x]


def _cells_of(x):
    """Any operand as cells."""
    at, cells = _places(x if _is_cells(x) or isinstance(x, (np.ndarray, np.generic)) else array(x)
                        if isinstance(x, (list, tuple)) else x)
    return [cells[place] for place in at.ravel().tolist()], at.shape


def _sized(shape):
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    size = 1
    for one in shape:
        size *= one
    return shape, size


def full(shape, fill_value, dtype=None, order=None):
    shape, size = _sized(shape)
    return _made([fill_value] * size, shape, dtype)


def zeros(shape, dtype=None, order=None):
    kind = _type_of(dtype).kind
    shape, size = _sized(shape)
    return _made(["" if kind == "U" else 0] * size, shape, dtype)


def empty(shape, dtype=None, order=None):
    if _type_of(dtype).kind != "O":
        return zeros(shape, dtype)
    shape, size = _sized(shape)
    return _made([None] * size, shape, dtype)


def ones(shape, dtype=None, order=None):
    shape, size = _sized(shape)
    return _made([1 if _type_of(dtype).kind != "U" else "1"] * size, shape, dtype)


def _like(make, a, dtype):
    wanted = a.dtype if dtype is None else dtype
    return (make if _type_of(wanted) else getattr(np, make.__name__))(shape(a), wanted)


def empty_like(a, dtype=None, order=None, subok=True, shape=None):
    return _like(empty, a, dtype)


def zeros_like(a, dtype=None, order=None, subok=True, shape=None):
    return _like(zeros, a, dtype)


def ones_like(a, dtype=None, order=None, subok=True, shape=None):
    return _like(ones, a, dtype)


def full_like(a, fill_value, dtype=None, order=None):
    return full(np.shape(a), fill_value, a.dtype if dtype is None else dtype)


def copy(a, order=None):
    return array(a)


def astype(a, dtype):
    return array(a, dtype=dtype)


# --- moved ---


def where(condition, x, y):
    (a, sa), (b, sb) = _cells_of(x), _cells_of(y)
    at, left, right = np.broadcast_arrays(np.asarray(condition), np.arange(len(a)).reshape(sa),
                                          np.arange(len(b)).reshape(sb))
    return _made([a[i] if c else b[j] for c, i, j in zip(at.ravel().tolist(), left.ravel().tolist(),
                                                        right.ravel().tolist())], at.shape)


def _joined(arrays, join):
    """Arrays joined by joining their places."""
    arrays = [one if _is_cells(one) else array(one) for one in arrays]
    cells, places = [], []
    for one in arrays:
        held, shape = _cells_of(one)
        places.append(np.arange(len(held)).reshape(shape) + len(cells))
        cells += held
    at = join(places)
    widths = [one._width for one in arrays if _is_cells(one)]
    found = _made([cells[place] for place in at.ravel().tolist()], at.shape)
    if _is_cells(found) and found._kind == "U" and widths:
        found._width = max(widths)
    return found


def concatenate(arrays, axis=0, out=None, dtype=None):
    return _joined(arrays, lambda places: np.concatenate(places, axis))


def stack(arrays, axis=0, out=None):
    return _joined(arrays, lambda places: np.stack(places, axis))


def vstack(tup):
    return _joined(tup, np.vstack)


def hstack(tup):
    return _joined(tup, np.hstack)


def column_stack(tup):
    return _joined(tup, np.column_stack)


def append(arr, values, axis=None):
    arr, values = array(arr), array(values)
    if axis is None:
        arr, values = ravel(arr), ravel(values)
    return concatenate([arr, values], axis or 0)


def ravel(a, order="C"):
    return array(a).ravel() if type(a) is not np.ndarray else a.ravel()


def reshape(a, newshape, order="C"):
    return array(a).reshape(newshape) if not _is_cells(a) else a.reshape(newshape)


def transpose(a, axes=None):
    return a.transpose() if axes is None else a.transpose(axes)


def repeat(a, repeats, axis=None):
    return array(a).repeat(repeats, axis)


def tile(A, reps):
    A = array(A)
    return A._view(np.tile(A._at, reps)).copy()


def take(a, indices, axis=None, out=None, mode="raise"):
    return array(a).take(indices, axis)


def flip(m, axis=None):
    m = array(m)
    return m._view(np.flip(m._at, axis))


def shape(a):
    return array(a).shape


def ndim(a):
    return array(a).ndim


def size(a, axis=None):
    return array(a).size if axis is None else array(a).shape[axis]


def squeeze(a, axis=None):
    return a.squeeze(axis)


def expand_dims(a, axis):
    a = array(a)
    return a._view(np.expand_dims(a._at, axis))


def diag(v, k=0):
    cells, shape = _cells_of(v)
    if len(shape) == 2:
        return v._view(np.diag(v._at, k))
    found = zeros((len(cells), len(cells)), v.dtype)
    for i, cell in enumerate(cells):
        found[i, i] = cell
    return found


# --- order ---


def argsort(a, axis=-1, kind=None, order=None):
    a = array(a)
    lines = [[a._cells[place] for place in row] for row in a._at.reshape(-1, a.shape[-1]).tolist()]
    return np.array([sorted(range(len(row)), key=lambda k: row[k]) for row in lines]).reshape(a.shape)


def sort(a, axis=-1, kind=None, order=None):
    a = array(a)
    places = np.take_along_axis(a._at, argsort(a), -1)
    return a._view(places).copy()


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None):
    a = array(ar)
    cells = a._list()
    known = sorted(set(cells))
    where_, counts, first = {cell: k for k, cell in enumerate(known)}, [0] * len(known), [None] * len(known)
    for k, cell in enumerate(cells):
        counts[where_[cell]] += 1
        if first[where_[cell]] is None:
            first[where_[cell]] = k
    found = [_made(known, (len(known),), a.dtype)]
    if return_index:
        found.append(np.array(first))
    if return_inverse:
        found.append(np.array([where_[cell] for cell in cells]))
    if return_counts:
        found.append(np.array(counts))
    return found[0] if len(found) == 1 else tuple(found)


def isin(element, test_elements, assume_unique=False, invert=False):
    cells, shape = _cells_of(element)
    known = _cells_of(test_elements)[0]
    return np.array([(cell in known) != invert for cell in cells]).reshape(shape)


in1d = isin


def array_equal(a1, a2, equal_nan=False):
    (a, sa), (b, sb) = _cells_of(a1), _cells_of(a2)
    return sa == sb and a == b


def count_nonzero(a, axis=None):
    return len([1 for cell in _cells_of(a)[0] if cell])


# --- numbers ---



def _binary(name):
    """A function of two arrays from an operator."""
    def apply(x1, x2, out=None, *, dtype=None):
        if not _is_cells(x1) and not _is_cells(x2):
            x1 = array(x1)
        return getattr(x1, name)(x2) if _is_cells(x1) else getattr(x2, name.replace("__", "__r", 1))(x1)
    return apply


add, subtract, multiply = _binary("__add__"), _binary("__sub__"), _binary("__mul__")
divide = true_divide = _binary("__truediv__")
power, equal, not_equal = _binary("__pow__"), _binary("__eq__"), _binary("__ne__")


def sum_(a, axis=None, dtype=None, out=None, keepdims=False):
    return array(a).sum(axis)


def mean(a, axis=None, dtype=None, out=None, keepdims=False):
    return array(a).mean(axis)


def prod(a, axis=None, dtype=None, out=None, keepdims=False):
    return array(a).prod(axis)


def max_(a, axis=None, out=None, keepdims=False):
    return array(a).max(axis)


def min_(a, axis=None, out=None, keepdims=False):
    return array(a).min(axis)


amax, amin = max_, min_


def absolute(x):
    return abs(x)


abs_ = absolute
