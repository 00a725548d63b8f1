# Carries out reductions with initial= and where=: what the rows of numpy.def have not. A sum along the last
# axis adds up each run of cells that where= leaves, as NumPy's does: it decides the last digits.

import numpy as np

_max, _min, _sum, _any, _all, _prod = np.max, np.min, np.sum, np.any, np.all, np.prod


def _axes(axis, ndim):
    """The axes that are folded, from 0 on."""
    axes = range(ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    np.zeros([0] * ndim).sum(tuple(axes))  # which refuses axes that are not there
    return sorted([d % ndim for d in axes])


def _mask(x, where):
    """where= in the shape of x."""
    where = np.asarray(where)
    if where.dtype != np.bool_:
        raise TypeError(f"Cannot cast array data from dtype('{where.dtype}') to dtype('bool') according to the "
                        "rule 'safe'")
    if where.ndim > x.ndim or any([n != 1 and n != m for n, m in zip(where.shape[::-1], x.shape[::-1])]):
        shapes = [str(shape).replace(", ", ",") for shape in (x.shape, where.shape)]
        raise ValueError("operands could not be broadcast together with remapped shapes "
                         f"[original->remapped]: {' '.join(shapes)} ")
    return np.broadcast_to(where, x.shape)


def _given(result, out):
    """The result, in out where there is one."""
    if out is None:
        return result
    out[...] = result
    return out


def _before(x, axes, initial):
    """x with a cell of that number in front of those that are folded into one."""
    rest = [d for d in range(x.ndim) if d not in axes]
    rows = np.transpose(x, axes + rest).reshape(-1, *[x.shape[d] for d in rest])
    first = np.full((1, *rows.shape[1:]), initial, dtype=x.dtype)
    return np.concatenate([first, rows])


def _kept(result, x, axes, keepdims):
    """The result with the folded axes as axes of one cell, if they are to be kept."""
    return result.reshape([1 if d in axes else n for d, n in enumerate(x.shape)]) if keepdims else result


def _runs(row, mask, total):
    """total and the sum of each run of cells under the mask, one after the other."""
    start = 0
    while start < len(mask):
        end = start
        while end < len(mask) and mask[end]:
            end += 1
        if end > start:
            total = total + _sum(row[start:end])
        start = end + 1
    return total


def _added(x, axes, mask, whole, initial):
    """The sums over the axes, the last of x among them, cell by cell of the result."""
    rest = [d for d in range(x.ndim) if d not in axes]
    size = [x.shape[d] for d in rest]
    count = x.shape[-1] if not whole else int(_prod(np.array([x.shape[d] for d in axes], dtype=int)))
    lines, masks = [np.transpose(v, rest + axes).reshape(*size, -1, count) for v in (x, mask)]
    made = np.full(size, initial, dtype=x.dtype)
    for at in np.ndindex(*size):
        total = made[at]
        for k in range(lines.shape[len(size)]):
            total = _runs(lines[at][k], masks[at][k].tolist(), total)
        made[at] = total
    return made[()]


def _total(x, axis, keepdims, initial, where):
    """The sum, with the type of x."""
    axes = _axes(axis, x.ndim)
    if where is True:
        if x.ndim - 1 in axes or not axes:
            return x.dtype.type(initial) + _sum(x, axis, keepdims=keepdims)
        return _kept(_sum(_before(x, axes, initial), 0), x, axes, keepdims)
    mask = _mask(x, where)
    if x.ndim - 1 not in axes or x.dtype.kind != "f":
        return _kept(_sum(_before(np.where(mask, x, x.dtype.type(0)), axes, initial), 0), x, axes, keepdims)
    whole = np.shape(where) == x.shape
    return _kept(np.asarray(_added(x, axes, mask, whole, initial)), x, axes, keepdims)[()]


def sum(a, axis=None, dtype=None, out=None, keepdims=False, initial=0, where=True):
    """initial and the cells of a under where."""
    x = np.asarray(a)
    small = x.dtype.kind in "bi" and x.dtype != np.int64
    x = x.astype(dtype if dtype is not None else np.int64) if small or dtype is not None else x
    return _given(_total(x, axis, keepdims, initial, where), out)


def prod(a, axis=None, dtype=None, out=None, keepdims=False, initial=1, where=True):
    """initial times the cells of a under where."""
    x = np.asarray(a)
    small = x.dtype.kind in "bi" and x.dtype != np.int64
    x = x.astype(dtype if dtype is not None else np.int64) if small or dtype is not None else x
    axes = _axes(axis, x.ndim)
    x = x if where is True else np.where(_mask(x, where), x, x.dtype.type(1))
    return _given(_kept(_prod(_before(x, axes, initial), 0), x, axes, keepdims), out)


def _extreme(fold, name, a, axis, out, keepdims, initial, where):
    """The largest or smallest of initial and the cells of a under where."""
    x = np.asarray(a)
    axes = _axes(axis, x.ndim)
    if where is not True:
        if initial is None:
            raise ValueError(f"reduction operation '{name}' does not have an identity, so to use a where mask "
                             "one has to specify 'initial'")
        x = np.where(_mask(x, where), x, np.asarray(initial).astype(x.dtype))
    x = _before(x, axes, initial) if initial is not None else x
    return _given(_kept(fold(x, 0), np.asarray(a), axes, keepdims) if initial is not None else
                  fold(x, axis, keepdims=keepdims), out)


def max(a, axis=None, out=None, keepdims=False, initial=None, where=True):
    """The largest cell."""
    return _extreme(_max, "maximum", a, axis, out, keepdims, initial, where)


def min(a, axis=None, out=None, keepdims=False, initial=None, where=True):
    """The smallest cell."""
    return _extreme(_min, "minimum", a, axis, out, keepdims, initial, where)


amax, amin = max, min


def any(a, axis=None, out=None, keepdims=False, *, where=True):
    """Whether a cell under where is not 0."""
    x = np.asarray(a)
    return _given(_any(x if where is True else np.where(_mask(x, where), x, False), axis, keepdims=keepdims), out)


def all(a, axis=None, out=None, keepdims=False, *, where=True):
    """Whether no cell under where is 0."""
    x = np.asarray(a)
    return _given(_all(x if where is True else np.where(_mask(x, where), x, True), axis, keepdims=keepdims), out)


def _counted(x, axis, keepdims, where):
    """How many cells are folded into one."""
    mask = np.ones(x.shape, dtype=bool) if where is True else _mask(x, where)
    return _sum(mask, tuple(_axes(axis, x.ndim)), keepdims=keepdims)


def mean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    """The mean of the cells under where."""
    x = np.asarray(a)
    x = x.astype(dtype if dtype is not None else x.dtype if x.dtype.kind == "f" else np.float64)
    total = _total(x, axis, keepdims, 0, where) / _counted(x, axis, keepdims, where)
    return _given(total.astype(x.dtype), out)


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True):
    """The variance of the cells under where."""
    x = np.asarray(a)
    x = x.astype(dtype if dtype is not None else x.dtype if x.dtype.kind == "f" else np.float64)
    apart = x - (_total(x, axis, True, 0, where) / _counted(x, axis, True, where)).astype(x.dtype)
    count = np.maximum(_counted(x, axis, keepdims, where) - ddof, 0)
    return _given((_total(apart * apart, axis, keepdims, 0, where) / count).astype(x.dtype), out)


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True):
    """The standard deviation of the cells under where."""
    return _given(np.sqrt(var(a, axis, dtype, None, ddof, keepdims, where=where)), out)
