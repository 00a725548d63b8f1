# numpy.linalg: what is composed of its native parts (det, inv, solve, cholesky, qr, pinv, ...).

import numpy as np

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


def matrix_rank(A, tol=None, hermitian=False):
    """How many singular values are not 0."""
    A = np.asarray(A)
    if A.ndim < 2:
        return int(not (A == 0).all())
    s = _svdvals(A)
    if tol is None:
        tol = s.max(-1, keepdims=True) * max(A.shape[-2:]) * np.finfo(s.dtype).eps
    return (s > tol).sum(-1)


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
