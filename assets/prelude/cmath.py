# Functions of complex numbers.

import math

pi, e, tau, inf, nan = math.pi, math.e, math.tau, math.inf, math.nan
infj, nanj = complex(0, math.inf), complex(0, math.nan)


def phase(z):
    """The angle."""
    z = complex(z)
    return math.atan2(z.imag, z.real)


def polar(z):
    """Size and angle."""
    return abs(complex(z)), phase(z)


def rect(r, phi):
    """The number of that size and angle."""
    return complex(r * math.cos(phi), r * math.sin(phi))


def exp(z):
    """e ** z"""
    z = complex(z)
    size = math.exp(z.real)
    return complex(size * math.cos(z.imag), size * math.sin(z.imag))


def log(z, base=None):
    """The natural logarithm, or that to a base."""
    z = complex(z)
    if z == 0:
        raise ValueError("math domain error")
    found = complex(math.log(abs(z)), phase(z))
    return found if base is None else found / log(base)


def sqrt(z):
    """The square root with a real part that is not negative."""
    z = complex(z)
    if z == 0:
        return complex(0.0, z.imag)
    ax, ay = abs(z.real) / 8.0, abs(z.imag)
    s = 2.0 * math.sqrt(ax + math.hypot(ax, ay / 8.0))
    d = ay / (2.0 * s)
    return complex(s, math.copysign(d, z.imag)) if z.real >= 0 else complex(d, math.copysign(s, z.imag))


def cos(z):
    """Cosine."""
    z = complex(z)
    return complex(math.cos(z.real) * math.cosh(z.imag), -math.sin(z.real) * math.sinh(z.imag))


def sin(z):
    """Sine."""
    z = complex(z)
    return complex(math.sin(z.real) * math.cosh(z.imag), math.cos(z.real) * math.sinh(z.imag))


def isnan(z):
    """Is a part no number?"""
    return math.isnan(z.real) or math.isnan(z.imag)


def isinf(z):
    """Is a part infinite?"""
    return math.isinf(z.real) or math.isinf(z.imag)


def isfinite(z):
    """Are both parts finite?"""
    return math.isfinite(z.real) and math.isfinite(z.imag)


def isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    """Are they nearly equal?"""
    return a == b or abs(a - b) <= max(rel_tol * max(abs(a), abs(b)), abs_tol)
