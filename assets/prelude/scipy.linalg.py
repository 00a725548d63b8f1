# Offers what numpy.linalg has, and the matrices that lessons build by name: scipy.linalg.
import numpy as np
from numpy.linalg import LinAlgError, inv, lstsq, norm, pinv, qr, solve, svd


def det(a):
    """The determinant, as the product of the pivots."""
    import torch
    return float(torch.linalg.det(torch.from_numpy(np.asarray(a, dtype=float))))


def cholesky(a, lower=False):
    """u with u.T @ u = a, or the lower l with l @ l.T = a."""
    found = np.linalg.cholesky(a)
    return found if lower else found.T


def solve_triangular(a, b, trans=0, lower=False):
    """The x with a @ x = b, where a counts below or above its diagonal alone."""
    a = np.tril(a) if lower else np.triu(a)
    return solve(a.T if trans in (1, "T") else a, b)


def svdvals(a):
    """The singular values."""
    return svd(a, compute_uv=False)


def toeplitz(c, r=None):
    """The matrix with the first column c and the first row r, the same along each diagonal."""
    c = np.asarray(c).ravel()
    r = c if r is None else np.asarray(r).ravel()
    line = np.concatenate((c[::-1], r[1:]))
    return line[len(c) - 1 - np.arange(len(c))[:, None] + np.arange(len(r))]


def block_diag(*arrs):
    """The matrices along a diagonal, zeros elsewhere."""
    parts = [np.atleast_2d(a) for a in arrs]
    out = np.zeros((sum(a.shape[0] for a in parts), sum(a.shape[1] for a in parts)), np.result_type(*parts))
    row = column = 0
    for a in parts:
        out[row:row + a.shape[0], column:column + a.shape[1]] = a
        row, column = row + a.shape[0], column + a.shape[1]
    return out
