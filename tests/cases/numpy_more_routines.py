# routines that lessons use now and then
import numpy as np

a = np.array([[1, 2], [3, 4]])
a.resize((3, 2))
print(a)
a.resize(2, 2)
print(a)
print(np.corrcoef([1, 2, 3], [1, 3, 2]), np.cov([1, 2, 3], [1, 3, 2]), np.cov(np.array([[1.0, 2, 4], [3, 1, 0]]), rowvar=False))
print(np.tril(np.array([1, 2, 3])), np.c_[[1, 2], [3, 4]], np.c_[np.ones(2), np.zeros((2, 2))], np.c_[1:3, [5, 6]])
n, z = np.array([1.0, np.nan, 3.0]), np.arange(5)
np.copyto(z, 3)
np.copyto(n, 7, where=np.isnan(n))
print(z, n, np.nanargmax([1.0, np.nan, 3.0]), np.ptp(z))
try:
    np.tril(3)
except TypeError as e:
    print(e)
