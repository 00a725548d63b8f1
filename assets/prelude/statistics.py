# Averages and spreads of plain numbers.

import math


class StatisticsError(ValueError):
    """Raised when there are too few values."""


def _values(data, least, what):
    """The data as a list with at least `least` values."""
    values = list(data)
    if len(values) < least:
        raise StatisticsError(what)
    return values


def _whole(total, count, values):
    """total / count, as an int when ints divide evenly."""
    exact = all([isinstance(value, int) for value in values]) and total % count == 0
    return int(total) // count if exact else total / count


def mean(data):
    """The sum over the count."""
    values = _values(data, 1, "mean requires at least one data point")
    total = sum(values) if all([isinstance(v, int) for v in values]) else math.fsum(values)
    return _whole(total, len(values), values)


def fmean(data):
    """The mean as a float."""
    values = _values(data, 1, "fmean requires at least one data point")
    return math.fsum(values) / len(values)


def median(data):
    """The middle value, or half way between the two middle ones."""
    values = sorted(_values(data, 1, "no median for empty data"))
    half = len(values) // 2
    return values[half] if len(values) % 2 == 1 else (values[half - 1] + values[half]) / 2


def mode(data):
    """The most frequent value, the first of several."""
    values = _values(data, 1, "no mode for empty data")
    return max(values, key=values.count)


def _squares(values, centre):
    """The sum of the squared distances from the mean."""
    middle = mean(values) if centre is None else centre
    return math.fsum([(value - middle) ** 2 for value in values])


def variance(data, xbar=None):
    """The mean squared distance, over n - 1."""
    values = _values(data, 2, "variance requires at least two data points")
    return _whole(_squares(values, xbar), len(values) - 1, values)


def pvariance(data, mu=None):
    """The mean squared distance, over n."""
    values = _values(data, 1, "pvariance requires at least one data point")
    return _whole(_squares(values, mu), len(values), values)


def stdev(data, xbar=None):
    """The square root of the variance."""
    values = _values(data, 2, "stdev requires at least two data points")
    return math.sqrt(_squares(values, xbar) / (len(values) - 1))


def pstdev(data, mu=None):
    """The square root of the pvariance."""
    values = _values(data, 1, "pstdev requires at least one data point")
    return math.sqrt(_squares(values, mu) / len(values))
