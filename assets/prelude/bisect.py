# Places in sorted lists.


def bisect_left(a, x, lo=0, hi=None, *, key=None):
    """The first place where x can be inserted."""
    hi = len(a) if hi is None else hi
    while lo < hi:
        middle = (lo + hi) // 2
        if (a[middle] if key is None else key(a[middle])) < x:
            lo = middle + 1
        else:
            hi = middle
    return lo


def bisect_right(a, x, lo=0, hi=None, *, key=None):
    """The last place where x can be inserted."""
    hi = len(a) if hi is None else hi
    while lo < hi:
        middle = (lo + hi) // 2
        if x < (a[middle] if key is None else key(a[middle])):
            hi = middle
        else:
            lo = middle + 1
    return lo


def insort_left(a, x, lo=0, hi=None, *, key=None):
    """Insert x before its equals."""
    a.insert(bisect_left(a, x if key is None else key(x), lo, hi, key=key), x)


def insort_right(a, x, lo=0, hi=None, *, key=None):
    """Insert x behind its equals."""
    a.insert(bisect_right(a, x if key is None else key(x), lo, hi, key=key), x)


bisect = bisect_right
insort = insort_right
