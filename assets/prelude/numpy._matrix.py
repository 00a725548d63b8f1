# Makes numpy.matrix: a table around an array, for which * is the product of matrices. A call of numpy that
# has one among its arguments comes here (called), and gives one back where numpy does.

import operator

import numpy as np

_ARRAYS = "array asarray ascontiguousarray shape ndim size argsort nonzero argwhere where tolist".split()  # no matrix back


def _array(x):
    return x._cells if isinstance(x, matrix) else x


def _table(x):
    """An array as a matrix, a number as it is."""
    return matrix(x, copy=False) if isinstance(x, np.ndarray) and 0 < x.ndim <= 2 else x


def _columns(x, axis):
    """What is left of a matrix after a sum along an axis: a column for axis 1."""
    return x if axis is None else matrix(x, copy=False).T if axis in (1, -1) else matrix(x, copy=False)


def _read(text):
    """'1 2; 3 4' as rows."""
    rows = [row.replace(",", " ").split() for row in text.replace("[", "").replace("]", "").split(";")]
    if len({len(row) for row in rows}) > 1:
        raise ValueError("Rows not the same size.")
    return [[float(cell) if any([c in cell for c in ".en"]) else int(cell) for cell in row] for row in rows]


class matrix:
    """A table of two axes, whatever is done with it."""

    __module__ = "numpy"
    __array_priority__ = 10.0

    def __init__(self, data, dtype=None, copy=True):
        cells = _read(data) if isinstance(data, str) else _array(data)
        cells = np.array(cells, dtype=dtype) if copy else np.asarray(cells, dtype=dtype)
        if cells.ndim > 2:
            raise ValueError("shape too large to be a matrix.")
        self._cells = cells.reshape(1, -1) if cells.ndim < 2 else cells

    def __array__(self, dtype=None):
        return self._cells if dtype is None else self._cells.astype(dtype)

    def __repr__(self):
        lines = repr(self._cells).removeprefix("array").split("\n")
        return "matrix" + "\n".join([lines[0]] + [" " + line for line in lines[1:]])

    def __str__(self):
        return str(self._cells)

    def __format__(self, spec):
        return format(self._cells, spec)

    def __len__(self):
        return len(self._cells)

    def __iter__(self):
        return iter([matrix(row, copy=False) for row in self._cells])

    def __bool__(self):
        return bool(self._cells)

    def __float__(self):
        return float(self._cells)

    def __int__(self):
        return int(self._cells)

    def __contains__(self, item):
        return item in self._cells

    def __getitem__(self, key):
        made = self._cells[_array(key)]
        if isinstance(made, np.ndarray) and made.ndim == 1 and isinstance(key, tuple) and len(key) > 1 \
                and isinstance(key[1], (int, np.integer)):
            return matrix(made, copy=False).T  # a column stays one
        return _table(made)

    def __setitem__(self, key, value):
        self._cells[_array(key)] = _array(value)

    # what NumPy has under these names

    @property
    def T(self):
        """Rows and columns exchanged."""
        return matrix(self._cells.T, copy=False)

    H = T

    @property
    def A(self):
        """The array."""
        return self._cells

    @property
    def A1(self):
        """The array, flat."""
        return self._cells.ravel()

    @property
    def I(self):  # noqa: E743
        """The inverse, or the pseudo-inverse of what is not square."""
        square = self._cells.shape[0] == self._cells.shape[1]
        return matrix((np.linalg.inv if square else np.linalg.pinv)(self._cells), copy=False)

    @property
    def flat(self):
        """Cell by cell."""
        return self._cells.flat

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(f"'matrix' object has no attribute '{name}'")
        value = getattr(self._cells, name)
        if not callable(value):
            return value

        def method(*args, **options):
            return _table(value(*[_array(a) for a in args], **options))
        return method

    def getA(self):
        """The array."""
        return self._cells

    def getI(self):
        """The inverse."""
        return self.I

    def getT(self):
        """Rows and columns exchanged."""
        return self.T

    def trace(self, *args, **options):
        """The sum of the diagonal, as a matrix."""
        return matrix(self._cells.trace(*args, **options))

    def tolist(self):
        """Rows as lists."""
        return self._cells.tolist()


def asmatrix(data, dtype=None):
    """The matrix itself, or one around an array."""
    return data if isinstance(data, matrix) and dtype is None else matrix(data, dtype, copy=False)


def _fold(name):
    def method(self, axis=None, *args, **options):
        return _columns(getattr(self._cells, name)(axis, *args, **options), axis)
    method.__name__ = name
    return method


for _name in "sum mean std var prod max min argmax argmin any all ptp".split():
    setattr(matrix, _name, _fold(_name))


def _between(function, turned):
    def operation(self, other):
        if isinstance(other, (str, dict)) or other is None:
            return NotImplemented
        if isinstance(other, (list, tuple)):
            other = np.asarray(other)
        mine, theirs = self._cells, _array(other)
        return _table(function(theirs, mine) if turned else function(mine, theirs))
    return operation


def _product(a, b):
    """Products of numbers with a number, of matrices otherwise."""
    if np.ndim(a) == 0 or np.ndim(b) == 0:
        return a * b
    return np.dot(a if np.ndim(a) > 1 else np.reshape(a, (1, -1)), b if np.ndim(b) > 1 else np.reshape(b, (1, -1)))


_OPERATORS = {"add": operator.add, "sub": operator.sub, "mul": _product, "matmul": operator.matmul,
              "truediv": operator.truediv, "floordiv": operator.floordiv, "mod": operator.mod,
              "and": operator.and_, "or": operator.or_, "xor": operator.xor}
for _name, _function in _OPERATORS.items():
    setattr(matrix, f"__{_name}__", _between(_function, False))
    setattr(matrix, f"__r{_name}__", _between(_function, True))
for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(matrix, f"__{_name}__", _between(getattr(operator, _name), False))
matrix.__pow__ = lambda self, n: matrix(np.linalg.matrix_power(self._cells, n), copy=False)
matrix.__neg__ = lambda self: matrix(-self._cells, copy=False)
matrix.__pos__ = lambda self: matrix(+self._cells, copy=False)
matrix.__abs__ = lambda self: matrix(abs(self._cells), copy=False)
matrix.__invert__ = lambda self: matrix(~self._cells, copy=False)


def _inside(function):
    def operation(self, other):
        self._cells[...] = function(self._cells, _array(other))
        return self
    return operation


for _name in ("add", "sub", "mul", "truediv", "floordiv"):
    setattr(matrix, f"__i{_name}__", _inside(_OPERATORS[_name]))


def _unwrapped(x):
    if isinstance(x, (list, tuple)):
        return type(x)([_unwrapped(part) for part in x])
    return _array(x)


def called(name, *args, **options):
    """numpy's function of that name, some of whose arguments are matrices."""
    if args and isinstance(args[0], matrix) and name in ("sum", "mean", "std", "var", "prod", "max", "min", "amax", "amin",
                                                        "argmax", "argmin", "any", "all"):
        return getattr(args[0], name.removeprefix("a") if name in ("amax", "amin") else name)(*args[1:], **options)
    home = np
    for part in name.split("_")[:1] if name.startswith("linalg_") else []:
        home, name = getattr(np, part), name[len(part) + 1:]
    made = getattr(home, name)(*_unwrapped(args), **{key: _unwrapped(value) for key, value in options.items()})
    if name in _ARRAYS:
        return made
    return tuple([_table(part) for part in made]) if isinstance(made, tuple) else _table(made)
