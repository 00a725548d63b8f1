# numpy.linalg: what is composed of its native parts (det, inv, solve, cholesky, qr, pinv, ...).

import numpy as np
from torch._C import _unsupported

_native_norm = norm
_svdvals = svdvals
del svdvals


_native_svd = svd


def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    """u, s and vh with u * s @ vh = a, the largest singular value first; or s alone."""
    return _native_svd(a, full_matrices) if compute_uv else _svdvals(a)


def norm(x, ord=None, axis=None, keepdims=False):
    """The size of vectors and matrices; with singular values for ord 2, -2 and 'nuc'."""
    x = np.asarray(x)
    axes = tuple(range(x.ndim)) if axis is None else (axis,) if isinstance(axis, int) else tuple(axis)
    by_values = ord == "nuc" or (not isinstance(ord, str) and ord is not None and abs(ord) == 2)
    if not by_values or len(axes) != 2:
        return _native_norm(x, ord, axis, keepdims)
    s = _svdvals(np.moveaxis(x, axes, (-2, -1)))
    value = s.sum(-1) if ord == "nuc" else s.max(-1) if ord > 0 else s.min(-1)
    if keepdims:
        for place in sorted([place % x.ndim for place in axes]):
            value = np.expand_dims(value, place)
    return value


def cond(x, p=None):
    """How much a system with the matrix x enlarges errors."""
    x = np.asarray(x)
    if p is None or p == 2 or p == -2:
        s = _svdvals(x)
        return s[..., -1] / s[..., 0] if p == -2 else s[..., 0] / s[..., -1]
    return norm(x, p, (-2, -1)) * norm(inv(x), p, (-2, -1))


def matrix_rank(A, tol=None, hermitian=False):
    """How many singular values are not 0."""
    A = np.asarray(A)
    if A.ndim < 2:
        return int(not (A == 0).all())
    s = _svdvals(A)
    if tol is None:
        tol = s.max(-1, keepdims=True) * max(A.shape[-2:]) * np.finfo(s.dtype).eps
    return (s > tol).sum(-1)


def matrix_power(a, n):
    """a multiplied n times with itself, by squaring."""
    a = np.asarray(a)
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    if not isinstance(n, int):
        raise TypeError("exponent must be an integer")
    if n == 0:
        return np.broadcast_to(np.eye(a.shape[-1], dtype=a.dtype), a.shape).copy()
    if n < 0:
        a, n = inv(a), -n
    if n == 1:
        return a
    if n == 2:
        return a @ a
    if n == 3:
        return (a @ a) @ a
    result = square = None
    while n > 0:
        square = a if square is None else square @ square
        if n % 2 == 1:
            result = square if result is None else result @ square
        n = n // 2
    return result


def multi_dot(arrays):
    """The product of all matrices, in the order that multiplies least."""
    arrays = [np.asarray(array) for array in arrays]
    if len(arrays) < 2:
        raise ValueError("Expecting at least two arrays.")
    first, last = arrays[0].ndim, arrays[-1].ndim
    if first == 1:
        arrays[0] = arrays[0].reshape(1, -1)
    if last == 1:
        arrays[-1] = arrays[-1].reshape(-1, 1)
    sizes = [array.shape[0] for array in arrays] + [arrays[-1].shape[1]]
    product = _cheapest(arrays, sizes, 0, len(arrays) - 1, {})[1]()
    if first == 1:
        product = product[0]
    return product[..., 0] if last == 1 else product


def _cheapest(arrays, sizes, low, high, known):
    """(cost, how to compute) of the product of arrays low..high."""
    if (low, high) in known:
        return known[low, high]
    best = (0, lambda: arrays[low])
    if low < high:
        best = None
        for split in range(low, high):
            cost, left = _cheapest(arrays, sizes, low, split, known)
            more, right = _cheapest(arrays, sizes, split + 1, high, known)
            cost = cost + more + sizes[low] * sizes[split + 1] * sizes[high + 1]
            if best is None or cost < best[0]:
                best = (cost, lambda left=left, right=right: left() @ right())
    known[low, high] = best
    return best


def lstsq(a, b, rcond="warn"):
    """The x with the smallest |b - a x|, the sums of squares left, the rank, the singular values."""
    a, b = np.asarray(a), np.asarray(b)
    if a.ndim != 2:
        raise LinAlgError(f"{a.ndim}-dimensional array given. Array must be two-dimensional")
    if b.ndim not in (1, 2):
        raise LinAlgError(f"{b.ndim}-dimensional array given. Array must be two-dimensional")
    if a.shape[0] != b.shape[0]:
        raise LinAlgError("Incompatible dimensions")
    s = _svdvals(a)
    eps = np.finfo(s.dtype).eps
    share = eps if rcond in ("warn", -1) else eps * max(a.shape) if rcond is None else rcond
    rank = int((s > s[0] * share).sum())
    x = pinv(a, share) @ b
    residuals = np.array([], dtype=s.dtype)
    if rank == a.shape[1] and a.shape[0] > a.shape[1]:
        left = b - a @ x
        residuals = (left ** 2).sum(0).reshape(-1)
    return x, residuals, rank, s
