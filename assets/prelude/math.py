# Computes math's functions of whole numbers and of many numbers. Those of one or two floats are made in C.


def _whole(value):
    """The int that value is, or that its __index__ gives."""
    return value if type(value) is int else range(value).stop


def gcd(*integers):
    """The greatest common divisor."""
    found = 0
    for number in integers:
        number = _whole(number)
        while number:
            found, number = number, found % number
    return abs(found)


def lcm(*integers):
    """The least common multiple."""
    found = 1
    for number in integers:
        found = abs(found // (gcd(found, number) or 1) * _whole(number))
    return found


def _product(first, last):
    """first * (first + 1) * ... * last, in halves, so that numbers of one size are multiplied."""
    if last - first > 8:
        middle = (first + last) // 2
        return _product(first, middle) * _product(middle + 1, last)
    return prod(range(first, last + 1))


def factorial(x, /):
    """1 * 2 * ... * x"""
    if _whole(x) < 0:
        raise ValueError("factorial() not defined for negative values")
    return _product(2, _whole(x))


def _checked(n, k):
    for name, number in ("n", n), ("k", k):
        if number < 0:
            raise ValueError(f"{name} must be a non-negative integer")


def comb(n, k, /):
    """How many choices of k out of n there are."""
    n, k = _whole(n), _whole(k)
    _checked(n, k)
    k = min(k, n - k)
    return _product(n - k + 1, n) // _product(2, k) if k >= 0 else 0


def perm(n, k=None, /):
    """How many orders of k out of n there are."""
    if k is None:
        return factorial(n)
    n, k = _whole(n), _whole(k)
    _checked(n, k)
    return _product(n - k + 1, n) if k <= n else 0


def isqrt(n, /):
    """The root, rounded down: Newton's iteration from above ends at it."""
    n = _whole(n)
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root, smaller = n, 1 << n.bit_length() // 2 + 1
    while smaller < root or root == n > 1:
        root, smaller = smaller, (n // smaller + smaller) // 2
    return root


def isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    """Whether two numbers are nearly the same."""
    a, b = ldexp(a, 0), ldexp(b, 0)
    if rel_tol < 0 or abs_tol < 0:
        raise ValueError("tolerances must be non-negative")
    if a == b or isinf(a) or isinf(b):
        return a == b
    return abs(b - a) <= max(abs(rel_tol * b), abs(rel_tol * a), abs_tol)


def dist(p, q, /):
    """How far two points are from each other."""
    p, q = list(p), list(q)
    if len(p) != len(q):
        raise ValueError("both points must have the same number of dimensions")
    return hypot(*[ldexp(a, 0) - ldexp(b, 0) for a, b in zip(p, q)])


def fsum(seq, /):
    """The exact sum, rounded once: partial sums that do not overlap (Shewchuk)."""
    numbers, parts = [ldexp(number, 0) for number in seq], []
    for number in filter(isfinite, numbers):
        kept = 0
        for part in parts:
            if abs(number) < abs(part):
                number, part = part, number
            total = number + part
            lost = part - (total - number)
            if lost:
                parts[kept] = lost
                kept += 1
            number = total
        parts[kept:] = [number]
    special = [number for number in numbers if not isfinite(number)]
    if special:
        total = sum(special)
        if isnan(total) and not any(map(isnan, special)):
            raise ValueError("-inf + inf in fsum")
        return total
    total = lost = 0.0
    while parts and not lost:
        before, part = total, parts.pop()
        total = before + part
        lost = part - (total - before)
    if parts and (lost < 0) == (parts[-1] < 0) and total + 2 * lost - total == 2 * lost:
        total += 2 * lost  # half-way cases look at the sign of what is left
    if not isfinite(total):
        raise OverflowError("intermediate overflow in fsum")
    return total
