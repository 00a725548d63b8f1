# functions of NumPy that are called now and then
import numpy as np

a, b = np.arange(12.0).reshape(3, 4), np.array([1.0, 4.0, 9.0, 16.0, 25.0])
print(np.apply_along_axis(np.sum, 0, a), np.apply_along_axis(lambda row: row[::-1], 1, a), np.apply_along_axis(np.max, -1, a))
print(np.apply_along_axis(lambda v: np.outer(v, v), 1, a).shape, np.apply_along_axis(sorted, 0, a[::-1]))
print(np.gradient(b), np.gradient(b, 2.0), np.gradient(b, [0, 1, 3, 4, 8]), np.gradient(a), np.gradient(a, axis=1))
print(np.gradient(b, edge_order=2), np.gradient(np.array([1, 2, 4, 7])), np.gradient(b, [0, 1, 3, 4, 8], edge_order=2))
c = np.zeros((2, 3))
np.put_along_axis(c, np.array([[1], [2]]), 5, axis=1)
np.put(c, [0, -1], [7, 8])
print(c, np.rot90(a), np.rot90(a, 2), np.rot90(a, -1), np.rollaxis(np.ones((2, 3, 4)), 2).shape)
print(np.compress([True, False, True], a, axis=0), np.extract(a > 5, a), np.choose([0, 1, 0], [[1, 2, 3], [7, 8, 9]]))
print(np.lexsort(([3, 1, 2, 1], [0, 1, 0, 0])))

print(np.interp(2.5, [1, 2, 3], [3, 2, 0]), np.interp([0, 1, 1.5, 2.72, 3.14], [1, 2, 3], [3, 2, 0]))
print(np.interp([-1, 5], [1, 2, 3], [3, 2, 0], left=-7, right=9), np.interp([-180, 370], [190, -190, 350, -350], [5, 10, 3, 4], period=360))
print(np.interp(np.linspace(0, 1, 5), [0, 1], [0.3, 0.9]))
for mode in ("full", "same", "valid"):
    print(mode, np.convolve([1, 2, 3], [0, 1, 0.5], mode), np.correlate([1, 2, 3], [0, 1, 0.5], mode), np.convolve(b, np.ones(2) / 2, mode),
          np.convolve([1, 2], b, mode), np.correlate([1, 2], b, mode), np.convolve(b, [1, 2, 3, 4], mode))
print(np.convolve([1, 2, 3], [4, 5]), np.hanning(5), np.hamming(4), np.blackman(6), np.bartlett(5), np.hanning(1))
print(np.sinc([0, 0.5, 1.0]), np.polyval([3, 0, 1], 5), np.polyval([1, 2], b), np.vander([1, 2, 3], 3), np.vander([1, 2], 3, increasing=True))
print(np.round(np.polyfit(np.arange(5), b, 2), 6), np.round(np.polyfit([0, 1, 2, 3], [1.1, 2.9, 5.2, 7.1], 1), 6))
print(np.polyder([1, 2, 3]), np.polyint([2.0, 2.0]), np.polyadd([1, 2], [9, 5, 4]), np.polymul([1, 2], [9, 5]))
print(np.geomspace(1, 1000, num=4), np.geomspace(1, 256, num=9), np.geomspace(-1, -100, 3))

print(np.kron([1, 10], [5, 6, 7]), np.kron(np.eye(2), np.ones((2, 2))), a[np.ix_([0, 2], [1, 3])], np.ix_([True, False, True], [2])[0])
print(list(np.ndenumerate(np.array([[1, 2], [3, 4]]))), np.mask_indices(3, np.triu), np.diag_indices_from(np.eye(2)))
print(np.histogram_bin_edges([1, 2, 5], 4), np.histogram2d([1, 2, 2, 3], [1, 1, 3, 3], bins=2), np.ravel_multi_index(([1, 2], [3, 0]), (3, 4)))
d = np.array([[1.0, np.nan, 3.0], [4.0, 5.0, np.nan]])
print(np.nanstd(d), np.nanvar(d, axis=0), np.nanprod(d, 1), np.nancumsum(d, 1), np.nanargmin(d, 1), np.nanmedian(d), np.nanmedian(d, axis=1))
print(np.nanpercentile(d, 50), np.nanquantile(d, 0.25, axis=1), np.nanpercentile(d, [25, 75], axis=1))

print(np.round(np.arcsinh([0, 1.5]), 12), np.round(np.arccosh([1, 2.5]), 12), np.round(np.arctanh(0.5), 12), np.cbrt([8, -27.0]))
print(np.gcd(12, 18), np.gcd([6, 9], 3), np.lcm([4, 6], [6, 10]), np.copysign(1, -0.0), np.copysign([1, -2], [-1, 1]), np.signbit([-1.0, 2.0, -0.0]))
print(np.heaviside([-1, 0, 2.0], 0.5), np.fmax([1, np.nan], [0, 2]), np.fmin([1, np.nan], [0, 2]), np.modf([0.5, -1.25]), np.divmod(7, 2), np.divmod(np.array([7, -7]), 2))
print(np.isreal([1, 2.0]), np.isposinf([np.inf, 1]), np.isneginf(-np.inf), np.conj([1.0, 2.0]), np.conjugate(3.0))
print(np.setxor1d([1, 2, 3], [2, 3, 4]), np.ediff1d([1, 2, 4], to_end=9), np.trim_zeros([0, 0, 1, 2, 0]), np.array_equiv([1, 2], [[1, 2], [1, 2]]))
print(np.iterable([1]), np.iterable(2), np.asfarray([1, 2]), np.piecewise(np.array([-1.0, 0, 2]), [np.array([True, False, False])], [-1, lambda x: x * 2]))
print(np.binary_repr(10), np.binary_repr(-3, width=5), np.binary_repr(3, 4), np.base_repr(255, 16), np.base_repr(5))
