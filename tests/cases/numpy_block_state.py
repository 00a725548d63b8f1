# np.block, np.random.get_state and set_state, scipy.stats.pearsonr.
import numpy as np
import scipy.stats
from scipy.stats import pearsonr

A, B = np.eye(2), np.ones((2, 3)) * 2
print(np.block([[A, B], [B.T, np.eye(3)]]))
print(np.block([1, 2, 3]), np.block([[1, 2], [3, 4]]), np.block(5), np.block([A[0], 7.0]))
print(np.block([[A, np.zeros((2, 2))], [np.zeros((2, 2)), A]]).strides, np.block([[[A]], [[A]]]).shape, np.block([A, A]).shape, np.block(A) is A)
for bad in ([[A], B], [], [[]], (A, A), [(1, 2)], [[1, 2], [3, []]], [[A, B], [A]], [[1, []]]):
    try:
        print(np.block(bad))
    except Exception as e:
        print(type(e).__name__, e)
np.random.seed(3)
np.random.randn(3)
s = np.random.get_state()
a = np.random.randn(4), np.random.rand(2), np.random.randint(9, size=3)
np.random.set_state(s)
b = np.random.randn(4), np.random.rand(2), np.random.randint(9, size=3)
print(all((x == y).all() for x, y in zip(a, b)), s[0], len(s[1]), s[1][:4].tolist(), s[2:], type(s).__name__)
r = np.random.RandomState(7)
t = r.get_state()
x = r.normal(size=3)
r.set_state(t)
print((x == r.normal(size=3)).all(), t[2])
q = np.random.RandomState(1)
q.set_state(s)
print(q.randn(2), q.get_state()[3])
for bad in (5, ("PCG", 1, 2), None):
    try:
        np.random.set_state(bad)
    except Exception as e:
        print(type(e).__name__, e)
rng = np.random.RandomState(0)
for n in (3, 4, 5, 10, 50, 1000):
    x = rng.rand(n)
    y = x * 0.3 + rng.rand(n)
    r, p = pearsonr(x, y)
    print(n, "%.12g %.10g" % (r, p), round(scipy.stats.pearsonr(x, x * 2).statistic, 12))
print(pearsonr([1, 2], [3, 1]), pearsonr([1, 2, 3], [1, 2, 4])[0], round(pearsonr([1, 2, 3, 5], [5, 4, 3, 0]).pvalue, 12))
for bad in (([1], [2]), ([1, 2, 3], [1, 2])):
    try:
        pearsonr(*bad)
    except Exception as e:
        print(type(e).__name__, e)
