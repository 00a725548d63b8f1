# routines that lessons use now and then
import numpy as np

a = np.array([[1, 2], [3, 4]])
a.resize((3, 2))
print(a)
a.resize(2, 2)
print(a, np.pad(np.arange(1, 4), 2, mode="linear_ramp"), np.pad(np.arange(3), 2, "mean"), np.pad(np.arange(3), 2, "maximum"))
p = np.poly1d([1, 2, 3])
print(p, p(2), p.deriv(), p.order, p * p, p + 1, repr(p), np.poly([1, 2]), np.polyint([2, 1]), np.polydiv([1, 3, 5], [1, 1]), sep="\n")
b = np.arange(4)
print(np.shares_memory(b, b[1:]), np.shares_memory(b, b.copy()), np.may_share_memory(b, b[1:]))
print(np.corrcoef([1, 2, 3], [1, 3, 2]), np.cov([1, 2, 3], [1, 3, 2]), np.cov(np.array([[1.0, 2, 4], [3, 1, 0]]), rowvar=False))
print(np.histogram2d([1, 2, 3, 1], [1, 2, 2, 1], bins=2), np.nanpercentile([1, np.nan, 3], 50), np.nanprod([1, np.nan, 3]))
print(np.frexp(8.0), np.angle(np.array([1, -1.0])), np.logaddexp2(1, 2), np.tril(np.array([1, 2, 3])))
try:
    np.tril(3)
except TypeError as e:
    print(e)
