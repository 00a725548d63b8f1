# Finds places in sorted lists.


def bisect_left(a, x, lo=0, hi=None, *, key=None):
    """The first place where x can stand."""
    return _search(a, lo, hi, lambda item: (item if key is None else key(item)) < x)


def bisect_right(a, x, lo=0, hi=None, *, key=None):
    """The last place where x can stand."""
    return _search(a, lo, hi, lambda item: not x < (item if key is None else key(item)))


def _search(a, lo, hi, is_before):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    hi = len(a) if hi is None else hi
    while lo < hi:
        middle = (lo + hi) // 2
        if is_before(a[middle]):
            lo = middle + 1
        else:
            hi = middle
    return lo


def insort_left(a, x, lo=0, hi=None, *, key=None):
    """Put x into a at its first place."""
    a.insert(bisect_left(a, x if key is None else key(x), lo, hi, key=key), x)


def insort_right(a, x, lo=0, hi=None, *, key=None):
    """Put x into a at its last place."""
    a.insert(bisect_right(a, x if key is None else key(x), lo, hi, key=key), x)


bisect = bisect_right
insort = insort_right
