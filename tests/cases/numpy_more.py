# Functions of NumPy that notebooks use now and then: grids, windows, polynomials, number theory.
import numpy as np
np.random.seed(0)
a = np.random.randn(3, 4)
print(np.mgrid[0:3, 0:2], np.mgrid[0:4:2], np.ogrid[0:3, 0:2])
print(np.r_[1, 2, 3], np.r_[1:4, 0, 7], np.r_[[1, 2], [3]], np.c_[[1, 2], [3, 4]], np.c_[np.ones(2), np.zeros((2, 2))], np.s_[1:3, ::2])
y = np.zeros((2, 3)); np.put_along_axis(y, np.array([[1], [2]]), 5.0, axis=1); print(y)
n = np.array([1.0, np.nan, 3.0]); print(np.nanargmax(n), np.nanargmin(n), np.nanmedian(n), np.nanvar(n), np.nancumsum(n))
print(np.gcd(12, 18), np.lcm(4, 6), np.gcd([12, 9], 6), np.ptp(a), np.setxor1d([1, 2, 3], [2, 3, 4]), np.binary_repr(10), np.binary_repr(5, width=8), np.base_repr(255, 16), np.trim_zeros(np.array([0, 1, 2, 0])))
print(np.real(a)[0], np.imag(np.ones(2)), np.conj(np.ones(2)), np.hanning(5), np.hamming(4), np.blackman(4))
print(np.block([[np.ones((1, 2)), np.zeros((1, 1))], [np.zeros((1, 3))]]), np.ldexp(1.5, 2))
print(np.polyfit([0., 1., 2., 3.], [1., 3., 5., 7.], 1).round(6), np.polyval([1, 2, 3], 2), np.polyadd([1, 2], [3, 4, 5]), np.polymul([1, 2], [1, 3]), np.polyder([1, 2, 3]), np.vander([1, 2, 3], 3))
p = np.poly1d([1, 2, 3]); print(p(2), p.coeffs, p.order)

print(np.choose([0, 1, 0], [[1, 2, 3], [4, 5, 6]]), np.compress([True, False, True], a, axis=0).shape, np.isposinf(np.array([np.inf, 1.0])), np.isneginf(np.array([-np.inf, 1.0])), np.piecewise(np.array([-1., 2.]), [np.array([True, False]), np.array([False, True])], [0, 5]))
z = np.arange(5); np.put(z, [0, 2], [9, 8]); print(z); np.putmask(z, z > 4, 0); print(z); np.copyto(z, 3); print(z)
print(np.random.multinomial(10, [0.2, 0.3, 0.5]) if False else 0, np.typename('f') if False else 0, np.arcsinh(1.0), np.arccosh(2.0), np.arctanh(0.5), np.diag_indices_from(np.ones((2, 2))))
print(np.array(["a", "bc"]) if False else 0, np.random.get_state()[0] if False else 0)
