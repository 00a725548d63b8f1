# Distributions beyond those that C draws, and seeds that are no whole numbers. Each takes its numbers
# in CPython's order.

import math

_native_seed = seed


def seed(a=None, version=2):
    """Starts the stream anew."""
    if isinstance(a, (str, bytes)):
        import hashlib
        a = a.encode() if isinstance(a, str) else a
        a = int.from_bytes(a + hashlib.sha512(a).digest(), "big")
    elif isinstance(a, float):
        a = hash(a) % 2 ** 64
    return _native_seed() if a is None else _native_seed(a)


def randbytes(n):
    """So many bytes."""
    return getrandbits(n * 8).to_bytes(n, "little")


def triangular(low=0.0, high=1.0, mode=None):
    """Between two limits, with a peak."""
    u = random()
    c = 0.5 if mode is None else (mode - low) / (high - low) if high != low else None
    if c is None:
        return low
    if u > c:
        u, c, low, high = 1.0 - u, 1.0 - c, high, low
    return low + (high - low) * math.sqrt(u * c)


def lognormvariate(mu, sigma):
    """Its logarithm is normal."""
    return math.exp(normalvariate(mu, sigma))


def vonmisesvariate(mu, kappa):
    """An angle."""
    if kappa <= 1e-6:
        return 2 * math.pi * random()
    s = 0.5 / kappa
    r = s + math.sqrt(1.0 + s * s)
    while True:
        z = math.cos(math.pi * random())
        d = z / (r + z)
        u = random()
        if u < 1.0 - d * d or u <= (1.0 - d) * math.exp(d):
            break
    q = 1.0 / r
    f = (q + z) / (1.0 + q * z)
    if random() > 0.5:
        return (mu + math.acos(f)) % (2 * math.pi)
    return (mu - math.acos(f)) % (2 * math.pi)


def gammavariate(alpha, beta):
    """The gamma distribution (Cheng 1977; Ahrens and Dieter 1974 below 1)."""
    if alpha <= 0.0 or beta <= 0.0:
        raise ValueError("gammavariate: alpha and beta must be > 0.0")
    if alpha > 1.0:
        ainv = math.sqrt(2.0 * alpha - 1.0)
        bbb, ccc = alpha - math.log(4.0), alpha + ainv
        while True:
            u1 = random()
            if not 1e-7 < u1 < 0.9999999:
                continue
            u2 = 1.0 - random()
            v = math.log(u1 / (1.0 - u1)) / ainv
            x = alpha * math.exp(v)
            z = u1 * u1 * u2
            r = bbb + ccc * v - x
            if r + 1.0 + math.log(4.5) - 4.5 * z >= 0.0 or r >= math.log(z):
                return x * beta
    if alpha == 1.0:
        return -math.log(1.0 - random()) * beta
    while True:
        u = random()
        b = (math.e + alpha) / math.e
        p = b * u
        x = p ** (1.0 / alpha) if p <= 1.0 else -math.log((b - p) / alpha)
        u1 = random()
        if p > 1.0:
            if u1 <= x ** (alpha - 1.0):
                break
        elif u1 <= math.exp(-x):
            break
    return x * beta


def betavariate(alpha, beta):
    """Between 0 and 1."""
    y = gammavariate(alpha, 1.0)
    return y / (y + gammavariate(beta, 1.0)) if y else 0.0


def paretovariate(alpha):
    """The Pareto distribution."""
    u = 1.0 - random()
    return u ** (-1.0 / alpha)


def weibullvariate(alpha, beta):
    """The Weibull distribution."""
    u = 1.0 - random()
    return alpha * (-math.log(u)) ** (1.0 / beta)
