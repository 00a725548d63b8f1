# Holds what numpy.linalg composes of its native parts (det, inv, solve, cholesky, qr, pinv, ...).

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


def _square(a):
    """The matrix as lists, and the type that its eigenvalues have."""
    a = np.asarray(a)
    if a.ndim != 2:
        raise LinAlgError(f"{a.ndim}-dimensional array given. Array must be at least two-dimensional")
    if a.shape[0] != a.shape[1]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    if not np.isfinite(a).all():
        raise LinAlgError("Array must not contain infs or NaNs")
    return a.tolist(), a.dtype if a.dtype.kind == "f" else np.float64


def eig(a):
    """Eigenvalues, and the vectors that a only stretches, as columns."""
    from numpy._eigen import general
    rows, dtype = _square(a)
    found = general(rows)
    if found is None:
        from torch._C import _unsupported
        _unsupported("np.linalg.eig of a matrix with complex eigenvalues is not supported; np.linalg.eigvals knows them")
    return np.array(found[0], dtype=dtype), np.array(found[1], dtype=dtype)


def eigvals(a):
    """The eigenvalues."""
    from numpy._eigen import values
    rows, dtype = _square(a)
    w = values(rows)
    if w is None:
        raise LinAlgError("Eigenvalues did not converge")
    return np.array(w) if any(isinstance(x, complex) for x in w) else np.array(w, dtype=dtype)


def eigh(a, UPLO="L"):
    """eig() of a symmetric matrix, of which only one triangle is read: eigenvalues in rising order."""
    from numpy._eigen import symmetric
    rows, dtype = _square(np.asarray(a).T if UPLO.upper() == "U" else a)
    w, v = symmetric(rows)
    return np.array(w, dtype=dtype), np.array(v, dtype=dtype)


def eigvalsh(a, UPLO="L"):
    """The eigenvalues of a symmetric matrix, in rising order."""
    return eigh(a, UPLO)[0]


def cond(x, p=None):
    """How much an error of the right side can grow: the largest singular value over the smallest."""
    x = np.asarray(x)
    if p in (None, 2, -2):
        s = _svdvals(x)
        return (s[..., -1] / s[..., 0] if p == -2 else s[..., 0] / s[..., -1])[()]
    return norm(x, p, (-2, -1)) * norm(inv(x), p, (-2, -1))


def matrix_power(a, n):
    """a @ a @ ... @ a"""
    a = np.asanyarray(a)
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    if n < 0:
        a, n = inv(a), -n
    made = None
    if n == 0:
        return np.zeros_like(a) + np.eye(a.shape[-1], dtype=a.dtype)
    if n == 3:
        return np.matmul(np.matmul(a, a), a)
    while n:
        if n % 2:
            made = a if made is None else np.matmul(made, a)
        n //= 2
        a = np.matmul(a, a) if n else a
    return made


def multi_dot(arrays):
    """The product of all, in the order of the fewest multiplications."""
    arrays = [np.asanyarray(a) for a in arrays]
    if len(arrays) < 2:
        raise ValueError("Expecting at least two arrays.")
    first, last = arrays[0].ndim, arrays[-1].ndim
    arrays[0], arrays[-1] = np.atleast_2d(arrays[0]), arrays[-1].reshape(-1, 1) if last == 1 else arrays[-1]
    sizes = [a.shape[0] for a in arrays] + [arrays[-1].shape[1]]
    known = {}

    def best(i, j):
        """The cost and the product of arrays i to j."""
        if (i, j) not in known:
            found = (0, arrays[i]) if i == j else None
            for k in range(i, j):
                cost = best(i, k)[0] + best(k + 1, j)[0] + sizes[i] * sizes[k + 1] * sizes[j + 1]
                if found is None or cost < found[0]:
                    found = (cost, k)
            known[i, j] = found
        return known[i, j]

    def product(i, j):
        """That product."""
        return arrays[i] if i == j else np.dot(product(i, best(i, j)[1]), product(best(i, j)[1] + 1, j))

    made = product(0, len(arrays) - 1)
    if first == 1 and last == 1:
        return made[0, 0]
    return made.ravel() if first == 1 or last == 1 else made
