# Computes the functions of scipy.special that lessons name, on arrays.
import math

import numpy as np


def softmax(x, axis=None):
    """exp(x) in shares that add up to 1."""
    x = np.asanyarray(x)
    powers = np.exp(x - np.amax(x, axis=axis, keepdims=True))
    return powers / np.sum(powers, axis=axis, keepdims=True)


def log_softmax(x, axis=None):
    """The logarithm of softmax."""
    x = np.asanyarray(x)
    largest = np.amax(x, axis=axis, keepdims=True)
    moved = x - np.where(np.isfinite(largest), largest, 0)
    return moved - np.log(np.sum(np.exp(moved), axis=axis, keepdims=True))


def logsumexp(a, axis=None, b=None, keepdims=False, return_sign=False):
    """log(sum(b * exp(a)))"""
    a = np.asanyarray(a)
    largest = np.amax(a, axis=axis, keepdims=True)
    largest = np.where(np.isfinite(largest), largest, 0)
    powers = np.exp(a - largest) if b is None else b * np.exp(a - largest)
    out = np.log(np.sum(powers, axis=axis, keepdims=keepdims))
    return out + (largest if keepdims else np.squeeze(largest, axis=axis) if axis is not None else largest.item())


def _through_torch(name, x):
    import torch
    array = np.asarray(x)
    array = array if array.dtype.kind == "f" else array.astype(np.float64)
    out = getattr(torch, name)(torch.from_numpy(array.reshape(-1).copy())).numpy().reshape(array.shape)
    return out if out.ndim else out[()]


def expit(x):
    """1 / (1 + exp(-x))"""
    return _through_torch("sigmoid", x)


def erf(x):
    """The error function."""
    return _through_torch("erf", x)


def erfc(x):
    """1 - erf(x)"""
    return _through_torch("erfc", x)


def erfinv(y):
    """Where erf is y."""
    return _through_torch("erfinv", y)


def gammaln(x):
    """The logarithm of abs(gamma(x))."""
    return _through_torch("lgamma", x)


def digamma(x):
    """The derivative of gammaln."""
    return _through_torch("digamma", x)


psi = digamma


def logit(x):
    """log(x / (1 - x))"""
    return _through_torch("logit", x)


def entr(x):
    """-x log(x); 0 at 0, -inf below."""
    x = np.asarray(x, dtype=np.float64)
    inside = np.where(x > 0, x, 1.0)
    out = np.where(x > 0, -inside * np.log(inside), np.where(x == 0, 0.0, np.where(x < 0, -np.inf, x)))
    return out if out.ndim else out[()]


def rel_entr(x, y):
    """x log(x / y); 0 where x is 0, inf where one is below 0 or y alone is 0."""
    x, y = np.broadcast_arrays(np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64))
    inside = (x > 0) & (y > 0)
    ratio = np.where(inside, x, 1.0) / np.where(inside, y, 1.0)
    out = np.where(inside, x * np.log(ratio), np.where((x == 0) & (y >= 0), 0.0, np.inf))
    out = np.where(np.isnan(x) | np.isnan(y), np.nan, out)
    return out if out.ndim else out[()]


def ndtr(x):
    """How much of a standard normal distribution lies below x."""
    return 0.5 * erfc(-np.asarray(x, dtype=np.float64) / math.sqrt(2))


def _zeta(s, x):
    """The sum over k of 1 / (x + k) ** s: twenty terms, and Euler's and Maclaurin's formula for the rest."""
    total = sum([(x + k) ** -s for k in range(20)])
    y = x + 20
    total += y ** (1 - s) / (s - 1) + y ** -s / 2
    factor, power = s, y ** (-s - 1)
    for j, bernoulli in enumerate((1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6)):
        total += bernoulli * factor * power / math.factorial(2 * j + 2)
        factor *= (s + 2 * j + 1) * (s + 2 * j + 2)
        power /= y * y
    return total


def polygamma(n, x):
    """The n-th derivative of digamma."""
    if n == 0:
        return digamma(x)
    return _cells(lambda x: (-1.0) ** (n + 1) * math.factorial(int(n)) * _zeta(n + 1, x), x)


def gamma(x):
    """The factorial of x - 1, also between whole numbers."""
    def one(x):
        if x == math.floor(x) and x <= 0:
            return math.inf if x == 0 else math.nan
        return math.gamma(x) if x < 171.6 else math.inf
    return _cells(one, x)


def _cells(function, *args):
    """function, number by number; a number for numbers."""
    arrays = np.broadcast_arrays(*[np.asarray(a, dtype=np.float64) for a in args])
    made = np.array([function(*row) for row in zip(*[a.reshape(-1).tolist() for a in arrays])], dtype=np.float64)
    made = made.reshape(arrays[0].shape)
    return made if made.ndim else made[()]


def _bessel(v, x, scaled):
    """The sum over k of (x / 2) ** (2 k + v) / (k! gamma(k + v + 1)), all of whose terms have one sign; for a large x
    its expansion in 1 / x."""
    whole = v == math.floor(v)
    if whole:
        v = abs(v)
    if x < 0:
        if not whole:
            return math.nan
        return _bessel(v, -x, scaled) * (-1.0 if v % 2 else 1.0)
    if x == 0:
        return 1.0 if v == 0 else 0.0 if v > 0 else math.nan if scaled else math.inf
    if x > 40 and x > v * v:
        term = total = 1.0
        for k in range(1, 60):
            factor = ((2 * k - 1) ** 2 - 4 * v * v) / (8 * k * x)
            if abs(factor) >= 1 or abs(term) < 1e-17 * abs(total):
                break
            term *= factor
            total += term
        power = 1.0 if scaled else math.exp(x) if x < 709.7 else math.inf
        return total * power / math.sqrt(2 * math.pi * x)
    if -v < 170 and v < 150:
        term = (x / 2) ** v / math.gamma(v + 1)
    else:
        term = math.exp(v * math.log(x / 2) - math.lgamma(v + 1))
    total, k = term, 0
    while abs(term) > 1e-17 * abs(total) or k < -v:
        k += 1
        term *= (x / 2) * (x / 2) / (k * (k + v))
        total += term
    return total * math.exp(-x) if scaled else total


def iv(v, z):
    """The modified Bessel function of the first kind, of order v."""
    return _cells(lambda v, x: _bessel(v, x, False), v, z)


def ive(v, z):
    """The same times exp(-abs(z))."""
    return _cells(lambda v, x: _bessel(v, x, True), v, z)


def i0(x):
    """iv of order 0."""
    return iv(0, x)


def i1(x):
    """iv of order 1."""
    return iv(1, x)


def i0e(x):
    """ive of order 0."""
    return ive(0, x)


def i1e(x):
    """ive of order 1."""
    return ive(1, x)


def comb(N, k, exact=False, repetition=False):
    """How many ways there are to choose k of N."""
    if repetition:
        return comb(N + k - 1, k, exact)
    if exact:
        return math.comb(N, k)
    return _cells(lambda n, k: float(math.comb(int(n), int(k))) if 0 <= k <= n else 0.0, N, k)


def factorial(n, exact=False):
    """1 * 2 * ... * n."""
    if exact:
        return math.factorial(n)
    return _cells(lambda n: math.gamma(n + 1) if n >= 0 else 0.0, n)
