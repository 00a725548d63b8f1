# Computes averages and spreads of plain numbers. Python computes them with exact fractions; here sums are
# exact and what is divided or rooted carries its remainder along, which rounds the same way.
import math
from collections import Counter, namedtuple


class StatisticsError(ValueError):
    """Raised when there are too few values."""


def _values(data, least, what):
    """The data as a list with at least `least` values."""
    values = list(data)
    if len(values) < least:
        raise StatisticsError(what)
    return values


def _ints(values):
    """Whether all are ints."""
    return all([isinstance(value, int) for value in values])


def _product(a, b):
    """a * b as a rounded float and what rounding left out."""
    high = a * b
    if not math.isfinite(high) or abs(a) > 1e150 or abs(b) > 1e150:
        return high, 0.0
    split_a, split_b = a * 134217729.0, b * 134217729.0
    a_high, b_high = split_a - (split_a - a), split_b - (split_b - b)
    a_low, b_low = a - a_high, b - b_high
    return high, a_low * b_low - (((high - a_high * b_high) - a_low * b_high) - a_high * b_low)


def _sum(parts):
    """The sum of floats and what rounding it left out."""
    parts = [float(part) for part in parts]
    high = math.fsum(parts)
    return (high, math.fsum(parts + [-high])) if math.isfinite(high) else (high, 0.0)


def _quotient(high, low, by):
    """(high + low) / by, and what rounding left out."""
    first = high / by
    if not math.isfinite(first):
        return first, 0.0
    back, rest = _product(first, float(by))
    second = math.fsum([high, low, -back, -rest]) / by
    whole = first + second
    return whole, (first - whole) + second


def _mean(values):
    """The mean as a float and its remainder."""
    return _quotient(*_sum(values), len(values))


def mean(data):
    """The sum over the count."""
    values = _values(data, 1, "mean requires at least one data point")
    if not all([isinstance(value, (int, float)) for value in values]):
        return sum(values[1:], values[0]) / len(values)
    if _ints(values):
        total = sum(values)
        return total // len(values) if total % len(values) == 0 else total / len(values)
    return _mean(values)[0]


def median(data):
    """The middle value, or half way between the two middle ones."""
    values = sorted(_values(data, 1, "no median for empty data"))
    half = len(values) // 2
    return values[half] if len(values) % 2 == 1 else (values[half - 1] + values[half]) / 2


def mode(data):
    """The most frequent value, the first of several."""
    values = _values(data, 1, "no mode for empty data")
    return Counter(values).most_common(1)[0][0]


def _spread(values, centre, by):
    """The sum of the squared distances from the centre over `by`, and its remainder."""
    if centre is None and _ints(values):
        count, total = len(values), sum(values)
        squares = count * sum([value * value for value in values]) - total * total
        if squares % (count * by) == 0:
            return squares // (count * by), 0
        return _quotient(float(squares), 0.0, count * by)
    high, low = _mean(values) if centre is None else (float(centre), 0.0)
    parts = []
    for value in values:
        near = value - high
        off = math.fsum([value, -high, -near]) - low
        parts += [*_product(near, near), 2 * near * off, off * off]
    return _quotient(*_sum(parts), by)


def _root(high, low):
    """The square root of high + low."""
    root = math.sqrt(high)
    if root == 0 or not math.isfinite(root):
        return root
    square, rest = _product(root, root)
    return root + math.fsum([high, low, -square, -rest]) / (2 * root)


def variance(data, xbar=None):
    """The mean squared distance, over n - 1."""
    values = _values(data, 2, "variance requires at least two data points")
    return _spread(values, xbar, len(values) - 1)[0]


def pvariance(data, mu=None):
    """The mean squared distance, over n."""
    values = _values(data, 1, "pvariance requires at least one data point")
    return _spread(values, mu, len(values))[0]


def stdev(data, xbar=None):
    """The square root of the variance."""
    values = _values(data, 2, "stdev requires at least two data points")
    return _root(*_spread(values, xbar, len(values) - 1))


def pstdev(data, mu=None):
    """The square root of the pvariance."""
    values = _values(data, 1, "pstdev requires at least one data point")
    return _root(*_spread(values, mu, len(values)))


def fmean(data):
    """The mean, as a float."""
    return _mean([float(value) for value in _values(data, 1, "fmean requires at least one data point")])[0]


def median_low(data):
    """The middle value, or the lower of the two middle ones."""
    values = sorted(_values(data, 1, "no median for empty data"))
    return values[(len(values) - 1) // 2]


def median_high(data):
    """The middle value, or the higher of the two middle ones."""
    values = sorted(_values(data, 1, "no median for empty data"))
    return values[len(values) // 2]


def multimode(data):
    """The most frequent values, in their order."""
    counts = Counter(data)
    most = max(counts.values(), default=0)
    return [value for value, count in counts.items() if count == most]


def quantiles(data, *, n=4, method="exclusive"):
    """The n - 1 places that cut the data into n parts of equal share."""
    if n < 1:
        raise StatisticsError("n must be at least 1")
    values = sorted(_values(data, 2, "must have at least two data points"))
    whole, made = len(values) - 1 if method == "inclusive" else len(values) + 1, []
    for k in range(1, n):
        at, left = divmod(k * whole, n)
        if method == "exclusive":
            at = min(max(at, 1), len(values) - 1)
            at, left = at - 1, k * whole - at * n
        made.append((values[at] * (n - left) + values[at + 1] * left) / n)
    return made
