# Computes eigenvalues and vectors in the steps of LAPACK (dgeev, dsyevd), on lists of floats, so that signs
# are its own.
import math


def _reflector(x):
    """v, tau and beta: (1 - tau v v') x = (beta, 0, ...), v[0] = 1."""
    alpha, rest = x[0], math.sqrt(sum(c * c for c in x[1:]))
    if rest == 0.0:
        return [1.0] + [0.0] * (len(x) - 1), 0.0, alpha
    beta = -math.copysign(math.hypot(alpha, rest), alpha)
    return [1.0] + [c / (alpha - beta) for c in x[1:]], (beta - alpha) / beta, beta


def _hessenberg(h, vectors=True):
    """h to upper Hessenberg form in place; the q with q h q' = what it was, or []."""
    n = len(h)
    q = [[float(i == j) for j in range(n)] for i in range(n)] if vectors else []
    for k in range(n - 2):
        v, tau, _ = _reflector([h[i][k] for i in range(k + 1, n)])
        if tau == 0.0:
            continue
        _turn(h, q, v, tau, k + 1, n)
        for i in range(k + 2, n):
            h[i][k] = 0.0
    return q


def _turn(h, q, v, tau, at, n):
    """h becomes p h p and q q p, p = 1 - tau v v' on the rows from `at` on."""
    rows = range(at, at + len(v))
    for j in range(n):
        dot = tau * sum(v[i - at] * h[i][j] for i in rows)
        for i in rows:
            h[i][j] -= dot * v[i - at]
    for m in (h, q):
        for row in m:
            dot = tau * sum(row[i] * v[i - at] for i in rows)
            for i in rows:
                row[i] -= dot * v[i - at]


def _rotate(h, q, i, c, s):
    """Rows and columns i and i + 1 of h, columns of q, turned."""
    n = len(h)
    for j in range(n):
        x, y = h[i][j], h[i + 1][j]
        h[i][j], h[i + 1][j] = c * x + s * y, c * y - s * x
    for m in (h, q):
        for row in m:
            x, y = row[i], row[i + 1]
            row[i], row[i + 1] = c * x + s * y, c * y - s * x


def _split(a, b, c, d):
    """dlanv2: the turn (cs, sn) that makes [[a, b], [c, d]] triangular, or None where eigenvalues are complex."""
    if c == 0.0:
        return 1.0, 0.0
    if b == 0.0:
        return 0.0, 1.0
    if a - d == 0.0 and (b < 0) != (c < 0):
        return None
    p = 0.5 * (a - d)
    most = max(abs(b), abs(c))
    least = min(abs(b), abs(c)) * math.copysign(1.0, b) * math.copysign(1.0, c)
    scale = max(abs(p), most)
    z = p / scale * p + most / scale * least
    if z < 4.0 * 2.220446049250313e-16:
        if z < 0:
            return None
        sigma = b + c
        tau = math.hypot(sigma, a - d)
        cs = math.sqrt(0.5 * (1.0 + abs(sigma) / tau))
        sn = -(p / (tau * cs)) * math.copysign(1.0, sigma)
        return cs, sn
    z = p + math.copysign(math.sqrt(scale) * math.sqrt(z), p)
    tau = math.hypot(c, z)
    return z / tau, c / tau


def _complex_pair(a, b, c, d):
    """dlanv2: the eigenvalues of [[a, b], [c, d]] that are complex."""
    p, sigma = 0.5 * (a - d), b + c
    tau = math.hypot(sigma, a - d)
    cs = math.sqrt(0.5 * (1.0 + abs(sigma) / tau)) if tau else 1.0
    sn = -(p / (tau * cs)) * math.copysign(1.0, sigma) if tau else 0.0
    aa, bb, cc, dd = a * cs + b * sn, b * cs - a * sn, c * cs + d * sn, d * cs - c * sn
    real = 0.5 * (aa * cs + cc * sn + dd * cs - bb * sn)
    side = math.sqrt(abs(bb * cs + dd * sn)) * math.sqrt(abs(cc * cs - aa * sn))
    return complex(real, side), complex(real, -side)


def _schur(h, q, pairs=None):
    """dlahqr: h to upper triangular form; where eigenvalues are complex, False, or where they begin goes into pairs."""
    eps, high, its = 1.1102230246251565e-16, len(h) - 1, 0
    while high >= 0:
        low = high
        while low > 0:
            near = abs(h[low - 1][low - 1]) + abs(h[low][low])
            if abs(h[low][low - 1]) <= 2.0 * eps * near:
                ab = max(abs(h[low][low - 1]), abs(h[low - 1][low]))
                ba = min(abs(h[low][low - 1]), abs(h[low - 1][low]))
                aa = max(abs(h[low][low]), abs(h[low - 1][low - 1] - h[low][low]))
                bb = min(abs(h[low][low]), abs(h[low - 1][low - 1] - h[low][low]))
                s = aa + ab
                if s == 0 or ba * (ab / s) <= max(1e-300, 2.0 * eps * (bb * (aa / s))):
                    break
            low -= 1
        if low > 0:
            h[low][low - 1] = 0.0
        if low == high:
            high, its = high - 1, 0
            continue
        if low == high - 1:
            turn = _split(h[low][low], h[low][high], h[high][low], h[high][high])
            if turn is None and pairs is None:
                return False
            if turn is None:
                pairs.append(low)
                high, its = high - 2, 0
                continue
            _rotate(h, q, low, *turn)
            h[high][low] = 0.0
            high, its = high - 2, 0
            continue
        its += 1
        if its > 300:
            return False
        if its % 20 == 10:
            s = abs(h[low + 1][low]) + abs(h[low + 2][low + 1])
            h11 = h22 = 0.75 * s + h[low][low]
            h12, h21 = -0.4375 * s, s
        elif its % 20 == 0:
            s = abs(h[high][high - 1]) + abs(h[high - 1][high - 2])
            h11 = h22 = 0.75 * s + h[high][high]
            h12, h21 = -0.4375 * s, s
        else:
            h11, h21 = h[high - 1][high - 1], h[high][high - 1]
            h12, h22 = h[high - 1][high], h[high][high]
        s = abs(h11) + abs(h12) + abs(h21) + abs(h22)
        r1 = r2 = i1 = i2 = 0.0
        if s != 0.0:
            h11, h21, h12, h22 = h11 / s, h21 / s, h12 / s, h22 / s
            tr = (h11 + h22) / 2.0
            det = (h11 - tr) * (h22 - tr) - h12 * h21
            root = math.sqrt(abs(det))
            if det >= 0.0:
                r1 = r2 = tr * s
                i1, i2 = root * s, -root * s
            else:
                r1, r2 = tr + root, tr - root
                r1 = r2 = (r1 if abs(r1 - h22) <= abs(r2 - h22) else r2) * s
        m = high - 2
        while True:
            h21s = abs(h[m + 1][m])
            s = abs(h[m][m] - r2) + abs(i2) + h21s
            h21s = h[m + 1][m] / s
            v = [h21s * h[m][m + 1] + (h[m][m] - r1) * ((h[m][m] - r2) / s) - i1 * (i2 / s),
                 h21s * (h[m][m] + h[m + 1][m + 1] - r1 - r2), h21s * h[m + 2][m + 1]]
            s = sum(abs(c) for c in v)
            v = [c / s for c in v]
            if m == low:
                break
            h00, h10, h11 = abs(h[m - 1][m - 1]), abs(h[m][m - 1]), abs(h[m][m])
            if h10 * (abs(v[1]) + abs(v[2])) <= 2.0 * eps * abs(v[0]) * (h00 + h11 + abs(h[m + 1][m + 1])):
                break
            m -= 1
        for k in range(m, high):
            count = min(3, high - k + 1)
            if k > m:
                v = [h[k + i][k - 1] for i in range(count)]
            u, tau, beta = _reflector(v[:count])
            if k > m:
                h[k][k - 1] = beta
                for i in range(1, count):
                    h[k + i][k - 1] = 0.0
            elif m > low:
                h[k][k - 1] *= 1.0 - tau
            _turn3(h, q, u, tau, k, high, 0 if pairs is None else low)
    return True


def _turn3(h, q, u, tau, k, high, first):
    """_turn() in the part of h that is not triangular yet; without q only from row `first` to column `high`."""
    n = len(h)
    rows = range(k, k + len(u))
    for j in range(k, n if q else high + 1):
        dot = tau * sum(u[i - k] * h[i][j] for i in rows)
        for i in rows:
            h[i][j] -= dot * u[i - k]
    last = min(k + 3, high)
    for part in (h[first:last + 1], q):
        for row in part:
            dot = tau * sum(row[i] * u[i - k] for i in rows)
            for i in rows:
                row[i] -= dot * u[i - k]


def _isolate(h):
    """dgebal: rows and columns that hold an eigenvalue by themselves go to the ends; which were exchanged."""
    low, high, swaps = 0, len(h) - 1, []
    while high > low:
        alone = [j for j in range(high, low - 1, -1) if not any(h[j][i] for i in range(high + 1) if i != j)]
        if not alone:
            break
        swaps.append(_exchange(h, alone[0], high))
        high -= 1
    while low < high:
        alone = [j for j in range(low, high + 1) if not any(h[i][j] for i in range(low, high + 1) if i != j)]
        if not alone:
            break
        swaps.append(_exchange(h, alone[0], low))
        low += 1
    return swaps, low, high


def _balance(h, low, high):
    """dgebal: rows and columns as long as each other, by powers of 2; the factors."""
    inside, factors, changed = range(low, high + 1), [1.0] * len(h), True
    while changed:
        changed = False
        for i in inside:
            c = math.sqrt(sum(h[j][i] * h[j][i] for j in inside))
            r = math.sqrt(sum(h[i][j] * h[i][j] for j in inside))
            if c == 0.0 or r == 0.0:
                continue
            total, f = c + r, 1.0
            while c < r / 2.0:
                f, c, r = f * 2.0, c * 2.0, r / 2.0
            while c / 2.0 >= r:
                f, c, r = f / 2.0, c / 2.0, r * 2.0
            if c + r >= 0.95 * total:
                continue
            factors[i] *= f
            changed = True
            h[i][low:] = [x / f for x in h[i][low:]]
            for j in range(high + 1):
                h[j][i] *= f
    return factors


def _exchange(h, j, m):
    h[j], h[m] = h[m], h[j]
    for row in h:
        row[j], row[m] = row[m], row[j]
    return j, m


def values(a):
    """The eigenvalues, also complex ones."""
    h, pairs = [list(map(float, row)) for row in a], []
    _, low, high = _isolate(h)
    _balance(h, low, high)
    if not _schur(h, _hessenberg(h, vectors=False), pairs):
        return None
    w = [h[i][i] for i in range(len(h))]
    for k in pairs:
        w[k], w[k + 1] = _complex_pair(h[k][k], h[k][k + 1], h[k + 1][k], h[k + 1][k + 1])
    return w


def general(a):
    """Eigenvalues and their vectors, as columns; None where some are complex."""
    n = len(a)
    h = [list(map(float, row)) for row in a]
    swaps, low, high = _isolate(h)
    factors = _balance(h, low, high)
    q = _hessenberg(h)
    if not _schur(h, q):
        return None
    w = [h[i][i] for i in range(n)]
    vectors = []
    for k in range(n):
        x = [0.0] * n
        x[k] = 1.0
        small = max(2.220446049250313e-16 * abs(w[k]), 1e-292)
        for i in range(k - 1, -1, -1):
            gap = h[i][i] - w[k]
            x[i] = -sum(h[i][j] * x[j] for j in range(i + 1, k + 1)) / (gap if abs(gap) >= small else small)
        v = [sum(q[i][j] * x[j] for j in range(k + 1)) for i in range(n)]
        v = [v[i] * factors[i] for i in range(n)]
        for j, m in reversed(swaps):
            v[j], v[m] = v[m], v[j]
        most = max(abs(c) for c in v)
        v = [c / most for c in v]
        size = math.sqrt(sum(c * c for c in v))
        vectors.append([c / size for c in v])
    return w, [[vectors[j][i] for j in range(n)] for i in range(n)]


def _tridiagonal(a):
    """dsytd2: diagonal and side of the tridiagonal form, and its reflectors."""
    n, side, mirrors = len(a), [], []
    for i in range(n - 1):
        v, tau, beta = _reflector([a[j][i] for j in range(i + 1, n)])
        side.append(beta)
        mirrors.append((i + 1, v, tau))
        if tau != 0.0:
            rows = range(n - i - 1)
            w = [tau * sum(a[i + 1 + max(j, k)][i + 1 + min(j, k)] * v[k] for k in rows) for j in rows]
            half = -0.5 * tau * sum(w[j] * v[j] for j in rows)
            w = [w[j] + half * v[j] for j in rows]
            for j in rows:
                for k in range(j + 1):
                    a[i + 1 + j][i + 1 + k] -= v[j] * w[k] + w[j] * v[k]
    return [a[i][i] for i in range(n)], side, mirrors


def _pair(a, b, c):
    """dlaev2: eigenvalues of [[a, b], [b, c]], the larger in size first, and the turn (cos, sin)."""
    total, apart, twice = a + c, a - c, b + b
    root = math.hypot(apart, twice)
    big, small = (a, c) if abs(a) > abs(c) else (c, a)
    first = 0.5 * (total + (-root if total < 0 else root))
    second = (big / first) * small - (b / first) * b if total != 0 else -0.5 * root
    turn = apart + (root if apart >= 0 else -root)
    if abs(turn) > abs(twice):
        t = -twice / turn
        sin = 1.0 / math.sqrt(1.0 + t * t)
        cos = t * sin
    elif twice == 0.0:
        cos, sin = 1.0, 0.0
    else:
        t = -turn / twice
        cos = 1.0 / math.sqrt(1.0 + t * t)
        sin = t * cos
    if (total >= 0) == (apart >= 0):
        cos, sin = -sin, cos
    return first, second, cos, sin


def _quarter(f, g):
    """dlartg: (c, s, r) with c f + s g = r, c g - s f = 0."""
    if g == 0.0:
        return 1.0, 0.0, f
    if f == 0.0:
        return 0.0, math.copysign(1.0, g), abs(g)
    d = math.sqrt(f * f + g * g)
    r = math.copysign(d, f)
    return abs(f) / d, g / r, r


def _mix(z, at, c, s):
    """Columns at and at + 1 of z, turned."""
    for row in z:
        x, y = row[at], row[at + 1]
        row[at + 1], row[at] = c * y - s * x, s * y + c * x


def _ql(d, e, z):
    """dsteqr: the eigenvalues into d; z times the vectors into z."""
    n, eps, tiny = len(d), 1.1102230246251565e-16, 2.2250738585072014e-308
    start = 0
    while start < n:
        end = start
        while end < n - 1:
            if abs(e[end]) <= math.sqrt(abs(d[end])) * math.sqrt(abs(d[end + 1])) * eps:
                e[end] = 0.0
                break
            end += 1
        l, last, start = start, end, end + 1
        if abs(d[last]) < abs(d[l]):
            l, last = last, l
        step = 1 if last > l else -1
        while (last - l) * step >= 0:
            m = l
            while m != last:
                k = m if step == 1 else m - 1
                if abs(e[k]) ** 2 <= (eps * eps * abs(d[m])) * abs(d[m + step]) + tiny:
                    e[k] = 0.0
                    break
                m += step
            if m == l:
                l += step
                continue
            low = min(l, l + step)
            if m == l + step:
                d[low], d[low + 1], c, s = _pair(d[low], e[low], d[low + 1])
                _mix(z, low, c, s)
                e[low] = 0.0
                l += 2 * step
                continue
            p = d[l]
            g = (d[l + step] - p) / (2.0 * e[low])
            g = d[m] - p + e[low] / (g + math.copysign(math.hypot(g, 1.0), g))
            s, c, p, turns = 1.0, 1.0, 0.0, []
            for i in range(m - 1, l - 1, -1) if step == 1 else range(m, l):
                f, b = s * e[i], c * e[i]
                c, s, r = _quarter(g, f)
                if i != (m - 1 if step == 1 else m):
                    e[i + step] = r
                here = i + 1 if step == 1 else i
                there = i if step == 1 else i + 1
                g = d[here] - p
                r = (d[there] - g) * s + 2.0 * c * b
                p = s * r
                d[here] = g + p
                g = c * r - b
                turns.append((i, c, -s if step == 1 else s))
            for i, cos, sin in turns:
                _mix(z, i, cos, sin)
            d[l] -= p
            e[low] = g
    for i in range(n - 1):
        k = min(range(i, n), key=lambda j: d[j])
        if k != i:
            d[k], d[i] = d[i], d[k]
            for row in z:
                row[k], row[i] = row[i], row[k]


def symmetric(a):
    """Eigenvalues in rising order and their vectors, as columns; of a only what is on and below the diagonal."""
    n = len(a)
    d, e, mirrors = _tridiagonal([list(map(float, row)) for row in a])
    z = [[float(i == j) for j in range(n)] for i in range(n)]
    _ql(d, e, z)
    for at, v, tau in reversed(mirrors):
        for j in range(n):
            dot = tau * sum(v[i] * z[at + i][j] for i in range(len(v)))
            for i in range(len(v)):
                z[at + i][j] -= dot * v[i]
    return d, z
