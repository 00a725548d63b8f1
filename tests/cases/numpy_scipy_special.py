# scipy.special: what attention and distributions ask for.
import numpy as np
from scipy import special
from scipy.special import iv, ive, i0, i1, gammaln, digamma, psi, polygamma, erfc, erfinv, logit, expit, gamma, comb, factorial

x = np.array([0.0, 0.1, 0.5, 1.0, 2.5, 7.0, 20.0, 45.0, 120.0])
for v in (0, 1, 2, 5, 0.5, 1.5, 20, -1, -0.5):
    print(v, iv(v, x), ive(v, x))
print(round(iv(2, 1.5), 12), round(iv(1, -2.0), 12), iv(0.5, -2.0), iv([0, 1], 1.0), iv([[0], [1]], [1.0, 2.0]), type(iv(2, 1.5)))
print(iv(0, 800.0), round(ive(0, 800.0), 14), round(ive(3, 1e5), 14))
print(i0(x), i1(x), special.i0e(x), special.i1e(x))
y = np.array([0.3, 1.0, 2.5, 10.0])
print(gammaln(y), digamma(y), psi(y), polygamma(1, y), gamma(y), gamma(5))
print(erfc(y), erfinv(np.array([-0.5, 0.0, 0.9])), logit(np.array([0.1, 0.5, 0.9])), expit(y), special.ndtr(y))
print(comb(5, 2), comb(5, 2, exact=True), factorial(5), factorial(5, exact=True), comb(5, np.array([0, 1, 6])), comb(3, 2, repetition=True))
# von Mises weights over angles, as attention maps draw them
angles = np.linspace(-np.pi, np.pi, 5)
kappa = 2.0
print(np.exp(kappa * np.cos(angles)) / (2 * np.pi * iv(0, kappa)))
