# Offers scipy.stats, as far as lessons use it: entropy, the normal distribution, and how two rows go
# together.
import math
import numpy as np


def entropy(pk, qk=None, base=None, axis=0):
    """The entropy of shares, or how far they are from the shares qk (Kullback and Leibler)."""
    pk = np.asarray(pk)
    pk = pk / np.sum(pk, axis=axis, keepdims=True)
    sizes = np.where(pk > 0, pk, 1)
    if qk is None:
        terms = -pk * np.log(sizes)
    else:
        qk = np.asarray(qk)
        qk = qk / np.sum(qk, axis=axis, keepdims=True)
        terms = np.where(qk > 0, pk * np.log(sizes / np.where(qk > 0, qk, 1)), np.where(pk > 0, np.inf, 0.0))
    total = np.sum(terms, axis=axis)
    return total if base is None else total / np.log(base)


class _Normal:
    """norm, and norm(loc, scale) with its own mean and spread."""

    def __init__(self, loc=0, scale=1):
        self._own = loc, scale

    def __call__(self, loc=0, scale=1):
        return _Normal(loc, scale)

    def _standard(self, x, loc, scale):
        loc = self._own[0] if loc is None else loc
        scale = self._own[1] if scale is None else scale
        return (np.asarray(x, dtype=float) - loc) / scale, scale

    def pdf(self, x, loc=None, scale=None):
        """The density of the normal distribution."""
        x, scale = self._standard(x, loc, scale)
        return np.exp(-x ** 2 / 2.0) / np.sqrt(2 * np.pi) / scale

    def logpdf(self, x, loc=None, scale=None):
        """The logarithm of the density."""
        x, scale = self._standard(x, loc, scale)
        return -x ** 2 / 2.0 - np.log(np.sqrt(2 * np.pi)) - np.log(scale)

    def cdf(self, x, loc=None, scale=None):
        """The share of the normal distribution below x."""
        from scipy.special import erf
        return 0.5 * (1 + erf(self._standard(x, loc, scale)[0] / np.sqrt(2)))

    def sf(self, x, loc=None, scale=None):
        """The share of the normal distribution above x."""
        from scipy.special import erf
        return 0.5 * (1 - erf(self._standard(x, loc, scale)[0] / np.sqrt(2)))

    def ppf(self, q, loc=None, scale=None):
        """The x below which the share q lies."""
        loc = self._own[0] if loc is None else loc
        scale = self._own[1] if scale is None else scale
        q = np.asarray(q, dtype=float)
        made = np.array([_quantile(one) for one in q.ravel().tolist()]).reshape(q.shape)
        return (made * scale + loc)[()]

    def mean(self):
        """The middle."""
        return float(self._own[0])

    def std(self):
        """The spread."""
        return float(self._own[1])

    def var(self):
        """The spread, squared."""
        return float(self._own[1]) ** 2


def _quantile(q):
    """Where the normal distribution has the share q below it: found by Newton's steps, from the nearer end."""
    if q == 0.5:
        return 0.0
    if not 0 < q < 1:
        return -math.inf if q == 0 else math.inf if q == 1 else math.nan
    low = min(q, 1 - q)
    t = math.sqrt(-2 * math.log(low))
    x = (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t ** 3) - t
    for _ in range(4):
        off = (0.5 * math.erfc(-x / math.sqrt(2)) - low) * math.sqrt(2 * math.pi) * math.exp(x * x / 2)
        x -= off / (1 + x * off / 2)
    return x if q <= 0.5 else -x


norm = _Normal()


# --- how two rows go together ---


class PearsonRResult:
    """The correlation, and how likely one as far from 0 is by chance."""

    def __init__(self, statistic, pvalue):
        self.statistic, self.pvalue = statistic, pvalue
        self.correlation = statistic

    def __iter__(self):
        return iter((self.statistic, self.pvalue))

    def __len__(self):
        return 2

    def __getitem__(self, k):
        return (self.statistic, self.pvalue)[k]

    def __repr__(self):
        return f"PearsonRResult(statistic={self.statistic!r}, pvalue={self.pvalue!r})"


def _beta_below(x, a):
    """The share of the symmetric beta distribution of a and a below x, which is at most 1/2: a continued fraction."""
    if x <= 0:
        return 0.0
    top, bottom, made = 1.0, 0.0, 1.0
    for k in range(1000):
        m = k // 2
        if k == 0:
            part = 1.0
        elif k % 2 == 0:
            part = m * (a - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        else:
            part = -(a + m) * (2 * a + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        bottom = 1 / (1 + part * bottom)
        top = 1 + part / top
        made *= top * bottom
        if k > 0 and abs(top * bottom - 1) < 1e-16:
            break
    logs = a * (math.log(x) + math.log1p(-x)) + math.lgamma(2 * a) - 2 * math.lgamma(a)
    return math.exp(logs) / a * (made - 1)


def pearsonr(x, y):
    """Pearson's correlation of two rows, and its p-value for two sides."""
    x, y = np.asarray(x), np.asarray(y)
    n = len(x)
    if n != len(y):
        raise ValueError("x and y must have the same length.")
    if n < 2:
        raise ValueError("x and y must have length at least 2.")
    if (x == x[0]).all() or (y == y[0]).all():
        import warnings
        warnings.warn("An input array is constant; the correlation coefficient is not defined.", stacklevel=2)
        return PearsonRResult(np.float64(np.nan), np.float64(np.nan))
    x, y = x.astype(float), y.astype(float)
    if n == 2:
        return PearsonRResult(np.sign(x[1] - x[0]) * np.sign(y[1] - y[0]), 1.0)
    x, y = x - x.mean(), y - y.mean()
    r = np.dot(x / math.sqrt(math.fsum(x * x)), y / math.sqrt(math.fsum(y * y)))
    r = max(min(r, 1.0), -1.0)
    return PearsonRResult(r, np.float64(2 * _beta_below((1 - abs(r)) / 2, n / 2 - 1)))
