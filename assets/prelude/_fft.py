# Computes the fast Fourier transform of rows, for arrays of NumPy and for tensors: a row of n = f * m cells
# becomes f rows of m cells by butterflies, with factors 4, 2, 3, 5, ... in the order in which NumPy takes
# them.

import math


def _factors(n):
    found = []
    while n % 4 == 0:
        found, n = found + [4], n // 4
    if n % 2 == 0:
        found, n = [2] + found, n // 2
    odd = 3
    while n > 1:
        if n % odd == 0:
            found, n = found + [odd], n // odd
        else:
            odd = odd + 2 if odd * odd <= n else n
    return found


def unit(k, n):
    """cos and sin of k / n of a turn; exactly 0, 1 and a half where they are."""
    quarters, rest = divmod(4 * (k % n), n)
    least = min(rest, n - rest)
    near = least / n * (math.pi / 2)
    c, s = math.cos(near), 0.5 if 3 * least == n else math.sin(near)
    c, s = (c, s) if 2 * rest <= n else (s, c)
    return ((c, s), (-s, c), (-c, -s), (s, -c))[quarters]


def _butterfly(a, sign):
    """The transforms of len(a) cells; a and the result are pairs of real and imaginary parts."""
    f, half = len(a), len(a) // 2
    both = [(a[j][0] + a[f - j][0], a[j][1] + a[f - j][1]) for j in range(1, half + 1)]
    apart = [(a[j][0] - a[f - j][0], a[j][1] - a[f - j][1]) for j in range(1, half + 1)]
    if f == 2:
        return [(a[0][0] + a[1][0], a[0][1] + a[1][1]), (a[0][0] - a[1][0], a[0][1] - a[1][1])]
    if f == 4:
        even = a[0][0] + a[2][0], a[0][1] + a[2][1]
        odd = a[0][0] - a[2][0], a[0][1] - a[2][1]
        turned = -sign * apart[0][1], sign * apart[0][0]
        return [(even[0] + both[0][0], even[1] + both[0][1]), (odd[0] + turned[0], odd[1] + turned[1]),
                (even[0] - both[0][0], even[1] - both[0][1]), (odd[0] - turned[0], odd[1] - turned[1])]
    made = [None] * f
    re, im = a[0]
    for r, i in both:
        re, im = re + r, im + i
    made[0] = re, im
    for u in range(1, half + 1):
        re, im = a[0]
        turned_re = turned_im = 0.0
        for j in range(half):
            c, s = unit(u * (j + 1), f)
            re, im = re + c * both[j][0], im + c * both[j][1]
            turned_re, turned_im = turned_re - sign * s * apart[j][1], turned_im + sign * s * apart[j][0]
        made[u], made[f - u] = (re + turned_re, im + turned_im), (re - turned_re, im - turned_im)
    return made


def rows(re, im, sign, table, stack, turn):
    """The transforms of rows (count, n): sum of x[j] exp(sign 2 pi i j k / n) for each k. table makes an
    array of a list, stack puts arrays along axis 1, turn changes the order of axes."""
    count, n = re.shape
    factors, m = _factors(n), n
    for f in factors:
        whole, m = m, m // f
        parts = [(re.reshape(-1, f, m)[:, j], im.reshape(-1, f, m)[:, j]) for j in range(f)]
        parts = _butterfly(parts, sign)
        for u in range(1, f) if m > 1 else ():
            turns = [unit(u * i, whole) for i in range(m)]
            c, s = table([c for c, _ in turns]), table([sign * s for _, s in turns])
            r, i = parts[u]
            parts[u] = r * c - i * s, i * c + r * s
        re, im = (stack([part[k] for part in parts]).reshape(-1, m) for k in (0, 1))
    order = [0] + list(range(len(factors), 0, -1))
    return [turn(x.reshape([count] + factors), order).reshape(count, n) for x in (re, im)]


def scale(n, norm, backward):
    """What a transform is multiplied by."""
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(f'Invalid norm value {norm}; should be "backward", "ortho" or "forward".')
    if norm == "ortho":
        return 1 / math.sqrt(n)
    return 1 / n if backward == (norm != "forward") else 1.0
