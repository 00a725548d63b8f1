import numpy as np
import scipy.linalg
from scipy import stats
from scipy.linalg import block_diag, cholesky, svdvals, toeplitz
from scipy.spatial.distance import cdist, cityblock, cosine, euclidean, sqeuclidean
from scipy.stats import entropy, norm

np.set_printoptions(precision=6)
a = np.array([[4.0, 1.0], [1.0, 3.0]])
print(toeplitz([1, 2, 3]))
print(toeplitz([1, 2], [1, 5, 6]))
print(block_diag([[1, 2], [3, 4]], [5.0]))
print(cholesky(a))
print(cholesky(a, lower=True))
print(svdvals(a), scipy.linalg.det(a), scipy.linalg.inv(a))
print(scipy.linalg.solve(a, [1.0, 2.0]), round(float(scipy.linalg.norm(a)), 6))
u, v = [1.0, 2.0, 3.0], [2.0, 0.0, 1.0]
print(round(float(cosine(u, v)), 6), round(float(euclidean(u, v)), 6), cityblock(u, v), sqeuclidean(u, v))
for metric in "euclidean", "cosine", "cityblock", "sqeuclidean":
    print(cdist([u, [0.0, 1.0, 5.0]], [v, [1.0, 1.0, 1.0]], metric))
p = [0.5, 0.25, 0.25, 0.0]
print(entropy(p), entropy(p, base=2), entropy(p, [0.25] * 4), entropy([0.5, 0.5], [1.0, 0.0]))
print(entropy(np.array([[1.0, 2.0], [3.0, 2.0]])), entropy(np.array([[1.0, 2.0], [3.0, 2.0]]), axis=1))
print(norm.pdf([-1.0, 0.0, 2.0]), norm.pdf(1.0, loc=1.0, scale=2.0))
print(norm.cdf([-1.0, 0.0, 2.0]), stats.norm.cdf(3.0, 1.0, 2.0))
import numpy.matlib
print(np.matlib.repmat(np.array([1, 2]), 2, 2), numpy.matlib.repmat(7, 1, 3))
half = stats.norm(loc=1.0, scale=2.0)
print(half.pdf([0.0, 1.0]), half.cdf(2.0), half.logpdf(0.5))
print(scipy.linalg.solve_triangular(a, [1.0, 2.0]), scipy.linalg.solve_triangular(a, [1.0, 2.0], lower=True))
print(np.digitize([0.2, 6.4, 3.0, 1.6, 1.0], [0.0, 1.0, 2.5, 4.0, 10.0]), np.digitize(3, [1, 3, 5], right=True))
print(np.digitize([1.0, 4.0], [5.0, 3.0, 1.0]), np.digitize([1.0, 4.0], [5.0, 3.0, 1.0], right=True))
print(np.mgrid[0:2, 1:4], np.mgrid[0:1:3j], np.mgrid[-1:1:3j, 0:2:2j].shape)
from numpy.lib.stride_tricks import as_strided, sliding_window_view
line = np.arange(6.0)
print(as_strided(line, (2, 3), (16, 8)), sliding_window_view(line, 4))
print(sliding_window_view(np.arange(12).reshape(3, 4), (2, 3)).shape, sliding_window_view(np.arange(12).reshape(3, 4), 2, axis=1)[1])
again = np.lib.stride_tricks.as_strided(line, shape=(6,), strides=(8,))
again[0] = 9
print(line[0])
print(np.shares_memory(line, line[2:]), np.shares_memory(line[::2], line[1::2]), np.may_share_memory(line[::2], line[1::2]))
print(np.shares_memory(line, line.copy()), np.may_share_memory(line[:2], line[3:]), np.shares_memory(line, line.reshape(2, 3).T))
grid = np.zeros((3, 4))
for a in (grid, grid.T, grid[:, 1:], grid[1:], grid[0], np.zeros((1, 3)), grid.copy()):
    print(a.flags.c_contiguous, a.flags["F_CONTIGUOUS"], a.flags.owndata, a.flags["C"], a.flags.contiguous, a.flags["WRITEABLE"])
print(grid.flags)
try:
    grid.flags["odd"]
except KeyError as error:
    print(error)
