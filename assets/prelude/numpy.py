# Composes the functions of numpy of those that C provides. All of them take lists and numbers for arrays, as
# NumPy's do.

alltrue = all
sometrue = any
product = prod
cumproduct = cumprod


_PRINT_NAMES = ("precision", "threshold", "edgeitems", "linewidth", "suppress", "nanstr", "infstr",
                "formatter", "sign", "floatmode")


class printoptions:
    """with np.printoptions(precision=3): ..."""

    def __init__(self, **options):
        self.options = options

    def __enter__(self):
        self.before = _print_state()
        set_printoptions(**self.options)

    def __exit__(self, kind, error, trace):
        set_printoptions(**dict(zip(_PRINT_NAMES, self.before)))
        return False


class errstate:
    """Warnings about division by zero are never printed here."""

    def __init__(self, **settings):
        pass

    def __enter__(self):
        return None

    def __exit__(self, kind, error, trace):
        return False


def get_printoptions():
    """The options as a dictionary."""
    return dict(zip(_PRINT_NAMES, _print_state()))


# --- shapes ---


def atleast_1d(a):
    """An array of at least one axis."""
    a = asarray(a)
    return a.reshape(1) if a.ndim == 0 else a


def atleast_2d(a):
    """An array of at least two axes."""
    a = asarray(a)
    return a.reshape(1, -1) if a.ndim < 2 else a


def atleast_3d(a):
    """An array of at least three axes."""
    a = asarray(a)
    if a.ndim < 2:
        return a.reshape(1, -1, 1)
    return a.reshape(*a.shape, 1) if a.ndim == 2 else a


def vstack(tup):
    """One below the other."""
    return concatenate([atleast_2d(a) for a in tup], 0)


row_stack = vstack


def hstack(tup):
    """Side by side."""
    arrays = [atleast_1d(a) for a in tup]
    return concatenate(arrays, 0 if arrays[0].ndim == 1 else 1)


def dstack(tup):
    """One behind the other."""
    return concatenate([atleast_3d(a) for a in tup], 2)


def column_stack(tup):
    """Vectors as columns."""
    arrays = [asarray(a) for a in tup]
    return concatenate([a.reshape(-1, 1) if a.ndim < 2 else a for a in arrays], 1)


def append(arr, values, axis=None):
    """A copy with values at the end."""
    if axis is None:
        return concatenate([ravel(arr), ravel(values)], 0)
    return concatenate([arr, values], axis)


def insert(arr, obj, values, axis=None):
    """A copy with values before the place obj."""
    arr = ravel(arr) if axis is None else asarray(arr)
    axis = 0 if axis is None else axis
    at = obj + arr.shape[axis] if obj < 0 else obj
    before, after = split(arr, [at], axis)
    values = asarray(values, dtype=arr.dtype)
    shape = list(arr.shape)
    shape[axis] = 1
    if values.ndim < arr.ndim:
        values = broadcast_to(values, shape) if values.ndim < arr.ndim - 1 or values.ndim == 0 \
            else values.reshape(shape if values.size == prod(shape) else -1)
    return concatenate([before, values, after], axis)


def delete(arr, obj, axis=None):
    """A copy without the places obj."""
    arr = ravel(arr) if axis is None else asarray(arr)
    axis = 0 if axis is None else axis
    keep = ones(arr.shape[axis], dtype=bool)
    keep[obj] = False
    return take(arr, nonzero(keep)[0], axis)


def hsplit(ary, indices_or_sections):
    """Cut into columns."""
    ary = asarray(ary)
    return split(ary, indices_or_sections, 0 if ary.ndim == 1 else 1)


def vsplit(ary, indices_or_sections):
    """Cut into rows."""
    return split(ary, indices_or_sections, 0)


def fliplr(m):
    """Columns in reverse order."""
    return flip(m, 1)


def flipud(m):
    """Rows in reverse order."""
    return flip(m, 0)


def broadcast_arrays(*args):
    """All of them in their common shape."""
    arrays = [asarray(a) for a in args]
    shape = broadcast_shapes(*[a.shape for a in arrays])
    return [_spread(a, shape) for a in arrays]


def _spread(a, shape):
    """A view of a in this shape, which may be written where a may."""
    view = broadcast_to(a, shape)
    view.setflags(write=a.flags.writeable)
    return view


def broadcast_shapes(*args):
    """The shape to which these broadcast."""
    total = zeros((), dtype=bool)
    for one in args:
        total = total | broadcast_to(zeros((), dtype=bool), one)
    return shape(total)


def meshgrid(*xi, indexing="xy"):
    """Coordinates of a grid."""
    arrays = [ravel(x) for x in xi]
    if indexing == "xy" and len(arrays) > 1:
        arrays[0], arrays[1] = arrays[1], arrays[0]
    sizes = [a.size for a in arrays]
    grids = []
    for k, a in enumerate(arrays):
        own = [1] * len(arrays)
        own[k] = a.size
        grids.append(broadcast_to(a.reshape(own), sizes).copy())
    if indexing == "xy" and len(grids) > 1:
        grids[0], grids[1] = grids[1], grids[0]
    return grids


def indices(dimensions):
    """The index of every cell: (ndim, *dimensions)."""
    return stack(meshgrid(*[arange(n) for n in dimensions], indexing="ij"))


def pad(array, pad_width, mode="constant", constant_values=0):
    """Cells around an array."""
    array = asarray(array)
    widths = asarray(pad_width)
    if widths.ndim == 0 or widths.size == 1:
        pairs = [[int(ravel(widths)[0])] * 2] * array.ndim
    elif widths.ndim == 1:
        pairs = [[int(widths[0]), int(widths[1])]] * array.ndim
    else:
        pairs = [[int(a), int(b)] for a, b in widths]
        pairs = pairs * array.ndim if len(pairs) == 1 else pairs
    if mode == "constant":
        return _pad_constant(array, [n for pair in pairs for n in pair], constant_values)
    for axis, (before, after) in enumerate(pairs):
        n = array.shape[axis]
        places = arange(-before, n + after)
        if mode == "edge":
            places = clip(places, 0, n - 1)
        elif mode == "wrap":
            places = places % n
        elif mode in ("reflect", "symmetric"):
            period = (2 * n - 2 if n > 1 else 1) if mode == "reflect" else 2 * n
            places = places % period
            last = 2 * n - 2 if mode == "reflect" else 2 * n - 1
            places = where(places < n, places, last - places)
        else:
            raise ValueError(f"mode '{mode}' is not supported")
        array = take(array, places, axis)
    return array


def diagflat(v, k=0):
    """The cells of v on a diagonal."""
    return diag(ravel(v), k)


def diag_indices(n, ndim=2):
    """Where the main diagonal is."""
    return (arange(n),) * ndim


def fill_diagonal(a, val, wrap=False):
    """Write val on the diagonal, in place."""
    if not a.flags.writeable:
        raise ValueError("underlying array is read-only")
    places = arange(min(a.shape))
    a[(places,) * a.ndim] = val


def tril_indices_from(arr, k=0):
    """Where the lower triangle of arr is."""
    return tril_indices(arr.shape[-2], k, arr.shape[-1])


def triu_indices_from(arr, k=0):
    """Where the upper triangle of arr is."""
    return triu_indices(arr.shape[-2], k, arr.shape[-1])


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None):
    """Numbers whose logarithms are evenly spaced."""
    y = power(base, linspace(start, stop, num, endpoint))
    return y if dtype is None else y.astype(dtype)


def fromiter(iterable, dtype, count=-1):
    """An array of what an iterable gives."""
    return array(list(iterable), dtype=dtype)


def fromfunction(function, shape, dtype=float64):
    """function of the indices."""
    return function(*[i.astype(dtype) for i in indices(shape)])


# --- numbers ---


def _rows(a, axis):
    """a with the axes that are folded at the end, as one; and its shape with 1 for each of these."""
    a = asarray(a)
    axes = list(range(a.ndim)) if axis is None else [axis] if isinstance(axis, int) else list(axis)
    sum(zeros([1] * a.ndim), tuple(axes))  # refuses what is no axis
    axes = [k % a.ndim for k in axes]
    kept = [1 if k in axes else n for k, n in enumerate(a.shape)]
    rest = [k for k in range(a.ndim) if k not in axes]
    return transpose(a, rest + axes).reshape([a.shape[k] for k in rest] + [-1]) \
        if a.size > 0 else zeros([a.shape[k] for k in rest] + [0]), kept


def _without_lost(found, ordered, more=0):
    """found, with NaN where a row in order has one: it is the last. more: axes behind the rows'."""
    last = ordered[..., -1]
    if last.dtype.kind != "f" or not any(isnan(last)):
        return found
    lost = isnan(last).reshape(last.shape + (1,) * more)
    return where(lost, nan, found).astype(asarray(found).dtype)


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """The middle value."""
    rows, kept = _rows(a, axis)
    n = rows.shape[-1]
    if n == 0:
        found = mean(rows, -1)
    else:
        ordered = sort(rows, -1)
        found = mean(take(ordered, [(n - 1) // 2, n // 2], -1), -1)
        found = _without_lost(found, ordered)[()]
    return reshape(found, kept) if keepdims else found


def _places(place, method):
    """The places left and right of one, and how far it is from the left."""
    low = floor(place)
    if method in ("lower", "higher", "nearest"):
        at = {"lower": floor, "higher": ceil, "nearest": rint}[method](place).astype(int)
        return at, at, None
    return low.astype(int), ceil(place).astype(int), \
        (place - low) * 0 + 0.5 * (place > low) if method == "midpoint" else place - low


def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False,
             *, interpolation=None, _bounds="Quantiles must be in the range [0, 1]"):
    """Interpolation between the neighbours of the place q * (n - 1)."""
    q = asarray(q)
    if not all((q >= 0) & (q <= 1)):
        raise ValueError(_bounds)
    method = interpolation or method
    if method not in ("linear", "lower", "higher", "midpoint", "nearest"):
        from torch._C import _unsupported
        _unsupported(f"np.quantile with method={method!r}")
    rows, kept = _rows(a, axis)
    if rows.shape[-1] == 0:
        raise IndexError("cannot do a non-empty take from an empty axes.")
    ordered = sort(rows, -1)
    low, high, weight = _places(q * (rows.shape[-1] - 1), method)
    found = lower = take(ordered, low, -1)
    if weight is not None:
        upper = take(ordered, high, -1)
        difference = (upper - lower).astype(float64)
        found = where(weight >= 0.5, upper - difference * (1 - weight), lower + difference * weight)
    found = _without_lost(found, ordered, q.ndim)
    if q.ndim > 0:
        found = moveaxis(found, list(range(-q.ndim, 0)), list(range(q.ndim)))
    return reshape(found, list(q.shape) + kept) if keepdims else found[()]


def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False,
               *, interpolation=None):
    """quantile of q / 100"""
    return quantile(a, true_divide(q, 100), axis, out, overwrite_input, method, keepdims,
                    interpolation=interpolation, _bounds="Percentiles must be in the range [0, 100]")


def average(a, axis=None, weights=None, returned=False, keepdims=False):
    """The mean, with weights if given."""
    a = asarray(a)
    if weights is None:
        return mean(a, axis, keepdims=keepdims)
    weights = asarray(weights)
    if weights.shape != a.shape:
        weights = weights.reshape([-1 if k == axis % a.ndim else 1 for k in range(a.ndim)])
    total = sum(weights * ones_like(a), axis, keepdims=keepdims)
    found = sum(a * weights, axis, keepdims=keepdims) / total
    return (found, total) if returned else found


def ptp(a, axis=None, out=None, keepdims=False):
    """The largest less the smallest."""
    return subtract(amax(a, axis, keepdims=keepdims), amin(a, axis, keepdims=keepdims), out=out)


def diff(a, n=1, axis=-1):
    """The differences of neighbours."""
    a = asarray(a)
    for _ in range(n):
        size_ = a.shape[axis]
        a = take(a, arange(1, size_), axis) - take(a, arange(size_ - 1), axis)
    return a


def cov(m, y=None, rowvar=True, bias=False, ddof=None):
    """Covariance of the rows, and of those of y."""
    m = atleast_2d(asarray(m).astype(float64))
    m = m if rowvar or m.shape[0] == 1 else m.T
    if y is not None:
        y = atleast_2d(asarray(y).astype(float64))
        m = concatenate([m, y if rowvar or y.shape[0] == 1 else y.T])
    ddof = (0 if bias else 1) if ddof is None else ddof
    centred = m - mean(m, 1, keepdims=True)
    return squeeze(dot(centred, centred.T) * true_divide(1, m.shape[1] - ddof))


def corrcoef(x, y=None, rowvar=True):
    """Correlation of the rows, and of those of y."""
    c = cov(x, y, rowvar)
    if c.ndim == 0:
        return c / c
    spread = sqrt(diag(c))
    return clip(c / spread[:, None] / spread[None, :], -1, 1)


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    """NaN and infinities as numbers."""
    x = asarray(x)
    if x.dtype.kind != "f":
        return x.copy()
    large = 3.4028234663852886e+38 if x.dtype == float32 else 1.7976931348623157e+308
    x = where(isnan(x), nan, x)
    x = where(x == inf, large if posinf is None else posinf, x)
    return where(x == -inf, -large if neginf is None else neginf, x)[()]


def _nan_extreme(a, axis, keepdims, fold, other, name):
    a = asarray(a)
    if a.dtype.kind != "f":
        return fold(a, axis, keepdims=keepdims)
    if a.size == 0 and axis is None:
        raise ValueError(f"zero-size array to reduction operation {name} which has no identity")
    lost = isnan(a)
    found = fold(where(lost, other, a).astype(a.dtype), axis, keepdims=keepdims)
    return where(all(lost, axis, keepdims=keepdims), nan, found).astype(a.dtype)[()]


def nanmax(a, axis=None, out=None, keepdims=False):
    """The largest, NaN left out."""
    return _nan_extreme(a, axis, keepdims, amax, -inf, "fmax")


def nanmin(a, axis=None, out=None, keepdims=False):
    """The smallest, NaN left out."""
    return _nan_extreme(a, axis, keepdims, amin, inf, "fmin")


def nanmean(a, axis=None, keepdims=False):
    """The mean, NaN left out."""
    a = asarray(a)
    found = asarray(nansum(a, axis, keepdims=keepdims) / sum(~isnan(a), axis, keepdims=keepdims))
    return found.astype(a.dtype if a.dtype.kind == "f" else float64)[()]


def logaddexp(x1, x2):
    """log(exp(x1) + exp(x2))"""
    large, small = maximum(x1, x2), minimum(x1, x2)
    return large + log1p(exp(small - large))


def hypot(x1, x2):
    """The hypotenuse."""
    return sqrt(square(x1) + square(x2))


def cross(a, b):
    """The product of two vectors in space."""
    a, b = asarray(a), asarray(b)
    x, y, z = a[..., 0], a[..., 1], a[..., 2]
    u, v, w = b[..., 0], b[..., 1], b[..., 2]
    return stack([y * w - z * v, z * u - x * w, x * v - y * u], -1)


def histogram(a, bins=10, range=None, density=None, weights=None):
    """How many values fall into each bin, and the bins' edges."""
    a = ravel(a)
    if shape(bins) == ():
        low, high = range if range is not None else (amin(a), amax(a)) if a.size > 0 else (0, 1)
        if not (isfinite(low) and isfinite(high)):
            raise ValueError(f"{'autodetected' if range is None else 'supplied'} range of "
                             f"[{low}, {high}] is not finite")
        if low == high:
            low, high = low - 0.5, high + 0.5
        edges = linspace(low, high, bins + 1)
    else:
        edges = asarray(bins)
    at = searchsorted(edges, a, side="right") - 1
    at = where(a == edges[-1], edges.size - 2, at)
    inside = (a >= edges[0]) & (a <= edges[-1])
    counts = bincount(at[inside], None if weights is None else ravel(weights)[inside],
                      minlength=edges.size - 1)
    if density:
        return counts / diff(edges) / sum(counts), edges
    return counts, edges


def digitize(x, bins, right=False):
    """In which bin each value falls: bins[i - 1] <= x < bins[i], or < and <= for right."""
    bins = asarray(bins)
    if bins.size > 1 and bins[0] > bins[-1]:
        return bins.size - searchsorted(bins[::-1], x, side="left" if right else "right")
    return searchsorted(bins, x, side="left" if right else "right")


class _Grid:
    """mgrid[0:3, 0:2]: the rows and the columns of a grid's points; a step of 5j means five points."""

    def __getitem__(self, key):
        parts = key if isinstance(key, tuple) else (key,)
        lines = []
        for part in parts:
            start = 0 if part.start is None else part.start
            if type(part.step).__name__ == "complex":
                lines.append(linspace(start, part.stop, int(part.step.imag)))
            else:
                lines.append(arange(start, part.stop, 1 if part.step is None else part.step))
        return stack(meshgrid(*lines, indexing="ij")) if isinstance(key, tuple) else lines[0]


mgrid = _Grid()


def _addresses(a):
    """Where the cells of an array begin."""
    import torch
    a = asarray(a)
    a = a[tuple([slice(None, None, -1 if step < 0 else 1) for step in a.strides])]
    where = torch.from_numpy(a).data_ptr() + zeros(1, int64)
    for count, step in zip(a.shape, a.strides):
        where = (where[:, None] + step * arange(count)).ravel()
    return where


def shares_memory(a, b, max_work=None):
    """Whether some cell belongs to both arrays."""
    return bool(isin(_addresses(a), _addresses(b)).any())


def may_share_memory(a, b, max_work=None):
    """Whether the stretches of memory that hold the arrays meet."""
    x, y = _addresses(a), _addresses(b)
    return bool(x.size and y.size and x.min() <= y.max() and y.min() <= x.max())


def trapz(y, x=None, dx=1.0):
    """The area under a curve."""
    y = asarray(y)
    d = dx if x is None else diff(x)
    return sum(d * (y[1:] + y[:-1]) / 2.0)


# --- sets ---


def isin(element, test_elements, invert=False):
    """Whether each cell occurs among the others."""
    element = asarray(element)
    others = ravel(test_elements)
    found = any(element.reshape(*element.shape, 1) == others, -1) if others.size > 0 else \
        zeros(element.shape, dtype=bool)
    return ~found if invert else found


def in1d(ar1, ar2, assume_unique=False, invert=False):
    """Whether each cell of the flattened array occurs among the others."""
    return isin(ravel(ar1), ar2, invert)


def union1d(ar1, ar2):
    """The distinct values of both."""
    return unique(append(ar1, ar2))


def intersect1d(ar1, ar2):
    """The distinct values that both have."""
    values, others = unique(ar1), ravel(ar2)
    return values[isin(values, others)].astype(result_type(values, others))


def setdiff1d(ar1, ar2):
    """The distinct values that only the first has."""
    values = unique(ar1)
    return values[~isin(values, ar2)]


# --- places ---


def flatnonzero(a):
    """Places in the flattened array that are not 0."""
    return nonzero(ravel(a))[0]


def argwhere(a):
    """Indices of the cells that are not 0, one per row."""
    return stack(nonzero(a), 1)


def _check_kth(a, kth, axis):
    n = size(a) if axis is None or ndim(a) == 0 else shape(a)[axis]
    for k in ravel(kth):
        if not -n <= k < n and size(a) > 0:
            raise ValueError(f"kth(={k + n if k < 0 else k}) out of bounds ({n})")


def argpartition(a, kth, axis=-1):
    """A full sort satisfies what a partition promises."""
    _check_kth(a, kth, axis)
    return argsort(a, axis)


def partition(a, kth, axis=-1):
    """A full sort satisfies what a partition promises."""
    _check_kth(a, kth, axis)
    return sort(a, axis)


def take_along_axis(arr, indices, axis):
    """The cell of arr at the index along axis."""
    arr, indices = asarray(arr), asarray(indices)
    axis = axis % arr.ndim
    places = []
    for k in range(arr.ndim):
        own = [1] * arr.ndim
        own[k] = -1
        places.append(indices if k == axis else arange(indices.shape[k]).reshape(own))
    return arr[tuple(places)]


def unravel_index(indices, shape):
    """Places in the flattened array as indices."""
    found = []
    for n in reversed(shape):
        found.insert(0, remainder(indices, n))
        indices = floor_divide(indices, n)
    return tuple(found)


def select(condlist, choicelist, default=0):
    """The first choice whose condition holds."""
    found = default
    for condition, choice in reversed(list(zip(condlist, choicelist))):
        found = where(condition, choice, found)
    return found


# --- functions ---


class vectorize:
    """A function of numbers for arrays, called once per cell."""

    def __init__(self, pyfunc, otypes=None):
        self.pyfunc = pyfunc
        self.otypes = otypes

    def __call__(self, *args):
        arrays = broadcast_arrays(*args)
        cells = [self.pyfunc(*row) for row in zip(*[ravel(a) for a in arrays])]
        dtype_ = None if self.otypes is None else self.otypes[0]
        return array(cells, dtype=dtype_).reshape(arrays[0].shape)


# --- questions ---


class finfo:
    """The limits of a type of floats."""

    def __init__(self, dtype_):
        self.dtype = dtype(dtype_)
        kind, self.bits = self.dtype.type, 8 * self.dtype.itemsize
        eps, largest, tiny, resolution = {
            16: (2.0 ** -10, 65504.0, 2.0 ** -14, 1e-3),
            32: (2.0 ** -23, 3.4028234663852886e+38, 2.0 ** -126, 1e-06),
            64: (2.0 ** -52, 1.7976931348623157e+308, 2.0 ** -1022, 1e-15)}[self.bits]
        self.eps = kind(eps)
        self.max = kind(largest)
        self.min = -self.max
        self.tiny = kind(tiny)
        self.smallest_normal = self.tiny
        self.resolution = kind(resolution)


class iinfo:
    """The limits of a type of integers."""

    def __init__(self, dtype_):
        self.dtype = dtype(dtype_)
        self.bits = 8 * self.dtype.itemsize
        unsigned = self.dtype.kind == "u"
        half = 2 ** (self.bits - 2)
        self.max = 255 if unsigned else half - 1 + half
        self.min = 0 if unsigned else -half - half

    def __repr__(self):
        return f"iinfo(min={self.min}, max={self.max}, dtype={self.dtype})"

    def __str__(self):
        line = "-" * 63
        return (f"Machine parameters for {self.dtype}\n{line}\nmin = {self.min}\n"
                f"max = {self.max}\n{line}\n")


def isscalar(element):
    """A number or a string, not an array."""
    return isinstance(element, (int, float, bool, str, generic))


def issubdtype(arg1, arg2):
    """Whether a type is of a kind."""
    kinds = {float: floating, int: integer, bool: bool_}
    return issubclass(dtype(arg1).type, kinds.get(arg2, arg2))


def ndindex(*shape):
    """All indices of an array of that shape."""
    sizes = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape
    found = [()]
    for n in sizes:
        found = [index + (k,) for index in found for k in range(n)]
    return found


def _span(part):
    """What a part between the brackets of np.r_ and np.c_ stands for: 1:4, a number, an array."""
    if not isinstance(part, slice):
        return atleast_1d(part)
    return arange(part.start or 0, part.stop, part.step or 1)


class _Columns:
    """np.c_[a, b]: everything side by side, vectors as columns."""

    def __getitem__(self, key):
        parts = [_span(part) for part in (key if isinstance(key, tuple) else (key,))]
        return concatenate([part.reshape(-1, 1) if part.ndim == 1 else part for part in parts], axis=1)


class _Rows:
    """np.r_[a, b]: everything one behind the other."""

    def __getitem__(self, key):
        parts = key if isinstance(key, tuple) else (key,)
        if isinstance(parts[0], str):
            raise NotImplementedError(f"np.r_[{parts[0]!r}, ...] is not supported")
        return concatenate([_span(part) for part in parts])


c_ = _Columns()
r_ = _Rows()


_where = where


def copyto(dst, src, where=True):
    """Write one array into another."""
    dst[...] = _where(where, src, dst)


def nanargmax(a, axis=None):
    """Where the largest number stands."""
    a = asarray(a)
    return argmax(where(isnan(a), -inf, a), axis)


# --- methods of arrays: a.f(...) is _array_f(a, ...) ---


_array_ptp = ptp


def _array_view(a, dtype=None, type=None):
    """The same cells, or their bits as those of another type."""
    for kind in (dtype, type):
        if isinstance(kind, ndarray.__class__) and issubclass(kind, ndarray):
            if kind is not ndarray:
                ndarray.__new__(kind, 0)  # says that there are none
            dtype = None if kind is dtype else dtype
    if dtype is None or zeros(0, dtype).dtype == a.dtype:
        return a[...]
    import torch
    seen = torch.from_numpy(asarray(a)).view(torch.from_numpy(zeros(1, dtype)).dtype).numpy()
    return seen if isinstance(a, ndarray) else seen[()]


def _array_tobytes(a, order="C"):
    """The cells in memory's order, the lowest byte first."""
    kind = {1: uint8, 2: int16, 4: int32, 8: int64}[a.itemsize]
    cells = _array_view(ascontiguousarray(a), kind).ravel().tolist()
    return b"".join([cell.to_bytes(a.itemsize, "little", signed=kind is not uint8) for cell in cells])


def _array_tofile(a, fid, sep="", format="%s"):
    """The bytes of the cells into a file."""
    if sep:
        from torch._C import _unsupported
        _unsupported("ndarray.tofile as text is not supported")
    if hasattr(fid, "write"):
        fid.write(a.tobytes())
        return
    with open(fid, "wb") as file:
        file.write(a.tobytes())


def real(val):
    """The real parts."""
    return val.real if hasattr(val, "real") else asarray(val).real


def imag(val):
    """The imaginary parts."""
    return val.imag if hasattr(val, "imag") else asarray(val).imag


def angle(z, deg=False):
    """The angle of complex numbers."""
    turned = arctan2(imag(z), real(z))
    return turned * 180 / pi if deg else turned


def iscomplexobj(x):
    """Whether the type is one of complex numbers."""
    return isinstance(x, complex) or asarray(x).dtype.kind == "c"


# --- np.add.at, np.maximum.reduce, ...: _of_NAME(np.add) is np.add.NAME ---


def _of_at(function):
    def at(a, indices, b):
        """function(cell, b) into each cell named, as often as it is named."""
        axes = [asarray(one) for one in (indices if isinstance(indices, tuple) else (indices,))]
        axes = [part for one in axes for part in (nonzero(one) if one.dtype == bool_ else (one,))]
        places = list(zip(*[one.ravel().tolist() for one in broadcast_arrays(*axes)]))
        shape = broadcast_arrays(*axes)[0].shape + a.shape[len(axes):]
        values = broadcast_to(asarray(b), shape).reshape((len(places),) + a.shape[len(axes):])
        for k, place in enumerate(places):
            a[place] = function(a[place], values[k])
    return at


def _without(function, keywords):
    """function, which refuses by name the keywords that NumPy's has and it has not."""
    def call(*args, **options):
        for keyword in options:
            if keyword in keywords:
                from torch._C import _unsupported
                _unsupported(f"NumPy's {function.__name__}({keyword}=) is not supported")
        return function(*args, **options)

    call.__name__ = call.__qualname__ = function.__name__
    return call


def _of_reduce(function):
    def reduce(array, axis=0, keepdims=False):
        """function between all cells along an axis."""
        fold = {"add": sum, "multiply": prod, "maximum": max, "minimum": min, "logical_and": all, "logical_or": any}
        return fold[function.__name__](asarray(array), axis=axis, keepdims=keepdims)
    return _without(reduce, "dtype out initial where".split())


def _of_accumulate(function):
    def accumulate(array, axis=0):
        """function between all cells so far along an axis."""
        made = moveaxis(asarray(array).copy(), axis, 0)
        for k in range(1, len(made)):
            made[k] = function(made[k - 1], made[k])
        return moveaxis(made, 0, axis)
    return accumulate


def _of_outer(function):
    def outer(A, B):
        """function of each cell of A with each of B."""
        A, B = asarray(A), asarray(B)
        return function(A.reshape(A.shape + (1,) * B.ndim), B)
    return outer


def _late(name, module):
    """A function of a module that is read when the first of them is called."""
    def call(*args, **options):
        if module == "_npy":
            import _npy as home
        else:
            import numpy._rare as home
        return getattr(home, name)(*args, **options)

    call.__name__ = call.__qualname__ = name
    return call


def _cell_by_cell(function, inputs):
    """function, with what those in C have behind their inputs: out=, dtype=, where=, ..."""
    def call(*args, **options):
        if len(args) <= inputs and not options:
            return function(*args)
        return positive(function(*args[:inputs]), *args[inputs:], **options)

    call.__name__ = call.__qualname__ = function.__name__
    return call


for _file in ("save", "savez", "savez_compressed", "load", "savetxt", "loadtxt", "genfromtxt", "frombuffer", "fromfile",
              "memmap"):
    globals()[_file] = _late(_file, "_npy")
for _rare_name in ("apply_along_axis", "gradient", "put_along_axis", "put", "rot90", "rollaxis", "compress", "extract",
                   "choose", "lexsort", "interp", "correlate", "convolve", "hanning", "hamming", "blackman", "bartlett",
                   "sinc", "polyval", "vander", "polyfit", "polyder", "polyint", "polyadd", "polymul", "geomspace", "kron",
                   "ix_", "ndenumerate", "mask_indices", "diag_indices_from", "histogram_bin_edges", "histogram2d",
                   "ravel_multi_index", "nanvar", "nanstd", "nanprod", "nancumsum", "nanargmin", "nanmedian",
                   "nanquantile", "nanpercentile", "arcsinh", "arccosh", "arctanh", "cbrt", "gcd", "lcm", "copysign",
                   "signbit", "heaviside", "fmax", "fmin", "modf", "divmod", "isreal", "isposinf", "isneginf", "conj",
                   "setxor1d", "ediff1d", "trim_zeros", "array_equiv", "iterable", "asfarray", "piecewise", "binary_repr",
                   "base_repr", "conjugate", "block"):
    globals()[_rare_name] = _late(_rare_name, "numpy._rare")
for _inputs, _names in ((1, "arcsinh arccosh arctanh cbrt signbit conj conjugate"),
                        (2, "gcd lcm copysign heaviside fmax fmin hypot logaddexp")):
    for _name in _names.split():
        globals()[_name] = _cell_by_cell(globals()[_name], _inputs)
for _names, _keywords in (("nanmax nanmin nanprod", "initial where"), ("nanmean nanvar nanstd", "where"),
                          ("divmod modf", "out where dtype casting order subok")):
    for _name in _names.split():
        globals()[_name] = _without(globals()[_name], _keywords.split())


def __getattr__(name):
    """What has a file of its own, read when it is first asked for."""
    if name == "nditer":
        from numpy._nditer import nditer as value
    elif name in ("matrix", "mat", "asmatrix"):
        import numpy._matrix as home
        value = home.matrix if name == "matrix" else home.asmatrix
    else:
        raise AttributeError(f"module 'numpy' has no attribute '{name}'")
    globals()[name] = value
    return value
