# Draws from the rarer laws of np.random, in NumPy's steps and one cell after the other, for a RandomState and
# for a Generator.

import math
import numpy as np
from torch._C import _unsupported


def _drawn(law, size, rules, given, whole=False):
    """A number, or an array of that size or of the broadcast shape of what is given. A rule: a name and what it must be."""
    for rule, one in zip(rules.split(), given):
        name, _, sign = rule.partition(":")
        one = np.asarray(one)
        if sign == "01" and not ((one >= 0) & (one <= 1)).all():
            raise ValueError(f"{name} < 0, {name} > 1 or {name} is NaN")
        if sign == "0" and (one < 0).any() or sign == "+" and (one <= 0).any():
            raise ValueError(f"{name} <{'=' if sign == '+' else ''} 0" + (" or lam is NaN" if name == "lam" else ""))
    if all(np.ndim(one) == 0 for one in given):
        given = [one.item() if isinstance(one, (np.generic, np.ndarray)) else one for one in given]
        if size is None:
            return law(*given)
        cells = [law(*given) for _ in range(int(np.prod(size)))]
    else:
        sum = np.zeros(() if size is None else size)
        for one in given:
            sum = sum + np.zeros(np.shape(one))
        size = sum.shape
        cells = [law(*one) for one in zip(*[np.broadcast_to(np.asarray(one), size).ravel().tolist() for one in given])]
    return np.array(cells, dtype=int if whole else float).reshape(size)


class Laws:
    """What both kinds of generators have; _even() draws from [0, 1)."""

    _is_old = False

    def _even(self):
        return self.random_sample() if self._is_old else self.random()

    def _pareto(self, a):
        wait = self.standard_exponential() / a
        return math.exp(wait) - 1 if self._is_old else math.expm1(wait)

    def pareto(self, a, size=None):
        return _drawn(self._pareto, size, "a:+", (a,))

    def weibull(self, a, size=None):
        return _drawn(lambda a: self.standard_exponential() ** (1.0 / a) if a else 0.0, size, "a:0", (a,))

    def _power(self, a):
        wait = self.standard_exponential()
        return (1 - math.exp(-wait) if self._is_old else -math.expm1(-wait)) ** (1.0 / a)

    def power(self, a, size=None):
        return _drawn(self._power, size, "a:+", (a,))

    def _laplace(self, loc, scale):
        u = self._even()
        while u == 0:
            u = self._even()
        return loc - scale * math.log(2.0 - u - u) if u >= 0.5 else loc + scale * math.log(u + u)

    def laplace(self, loc=0.0, scale=1.0, size=None):
        return _drawn(self._laplace, size, "loc scale:0", (loc, scale))

    def _gumbel(self, loc, scale):
        u = 1.0 - self._even()
        while u == 1:
            u = 1.0 - self._even()
        return loc - scale * math.log(-math.log(u))

    def gumbel(self, loc=0.0, scale=1.0, size=None):
        return _drawn(self._gumbel, size, "loc scale:0", (loc, scale))

    def _logistic(self, loc, scale):
        u = self._even()
        while u == 0:
            u = self._even()
        return loc + scale * math.log(u / (1.0 - u))

    def logistic(self, loc=0.0, scale=1.0, size=None):
        return _drawn(self._logistic, size, "loc scale:0", (loc, scale))

    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        return _drawn(lambda mean, sigma: math.exp(mean + sigma * self.standard_normal()), size, "mean sigma:0", (mean, sigma))

    def _rayleigh(self, scale):
        if self._is_old:
            return scale * math.sqrt(-2.0 * math.log1p(-self._even()))
        return scale * math.sqrt(2.0 * self.standard_exponential())

    def rayleigh(self, scale=1.0, size=None):
        return _drawn(self._rayleigh, size, "scale:0", (scale,))

    def standard_cauchy(self, size=None):
        return _drawn(lambda: self.standard_normal() / self.standard_normal(), size, "", ())

    def _gamma(self, shape, scale=1.0):
        if shape == 1:
            return scale * self.standard_exponential()
        if shape == 0:
            return 0.0
        while shape < 1:
            u, v = self._even(), self.standard_exponential()
            if u <= 1.0 - shape:
                x = u ** (1.0 / shape)
                if x <= v:
                    return scale * x
            else:
                y = -math.log((1 - u) / shape)
                x = (1.0 - shape + shape * y) ** (1.0 / shape)
                if x <= v + y:
                    return scale * x
        b = shape - 1.0 / 3.0
        c = 1.0 / math.sqrt(9 * b)
        while True:
            x = self.standard_normal()
            v = 1.0 + c * x
            if v <= 0:
                continue
            v = v * v * v
            u = self._even()
            if u < 1.0 - 0.0331 * (x * x) * (x * x) or math.log(u) < 0.5 * x * x + b * (1.0 - v + math.log(v)):
                return scale * (b * v)

    def standard_gamma(self, shape, size=None):
        return _drawn(self._gamma, size, "shape:0", (shape,))

    def gamma(self, shape, scale=1.0, size=None):
        return _drawn(self._gamma, size, "shape:0 scale:0", (shape, scale))

    def chisquare(self, df, size=None):
        return _drawn(lambda df: 2.0 * self._gamma(df / 2.0), size, "df:+", (df,))

    def _student(self, df):
        normal = self.standard_normal()
        return math.sqrt(df / 2) * normal / math.sqrt(self._gamma(df / 2))

    def standard_t(self, df, size=None):
        return _drawn(self._student, size, "df:+", (df,))

    def _beta(self, a, b):
        if a > 1 or b > 1:
            x = self._gamma(a)
            return x / (x + self._gamma(b))
        while True:
            u, v = self._even(), self._even()
            x, y = u ** (1.0 / a), v ** (1.0 / b)
            if 0 < x + y <= 1:
                return x / (x + y)

    def beta(self, a, b, size=None):
        return _drawn(self._beta, size, "a:+ b:+", (a, b))

    def dirichlet(self, alpha, size=None):
        """Shares that sum to 1."""
        alpha = np.asarray(alpha, dtype=float).tolist()
        if any(a <= 0 for a in alpha):
            raise ValueError("alpha <= 0" if self._is_old else "alpha < 0")
        if not self._is_old and max(alpha) < 0.1:
            _unsupported("Generator.dirichlet with every alpha below 0.1 is not supported")
        shape = [] if size is None else list(np.zeros(size).shape)
        rows = []
        for _ in range(int(np.prod(shape))):
            row = [self._gamma(a) for a in alpha]
            part = 1 / _sum(row)
            rows.append([x * part for x in row])
        return np.array(rows, dtype=float).reshape(shape + [len(alpha)])

    def _binomial(self, n, p):
        if n == 0 or p == 0:
            return 0
        if p > 0.5:
            return n - self._binomial(n, 1.0 - p)
        if n * p > 30:
            _unsupported("np.random.binomial where both outcomes are expected more than 30 times is not supported")
        q = 1.0 - p
        none = math.exp(n * math.log(q))
        bound = min(n, int(n * p + 10.0 * math.sqrt(n * p * q + 1)))
        x, chance, u = 0, none, self._even()
        while u > chance:
            x += 1
            if x > bound:
                x, chance, u = 0, none, self._even()
            else:
                u -= chance
                chance = (n - x + 1) * p * chance / (x * q)
        return x

    def binomial(self, n, p, size=None):
        if type(n) is int and n == 1 and isinstance(p, float) and 0 < p < 1 and size is not None:  # a mask: all cells at once
            rare = min(p, 1.0 - p)
            hits = (self.random_sample(size) if self._is_old else self.random(size)) > math.exp(math.log(1.0 - rare))
            return (hits if p <= 0.5 else ~hits).astype(int)
        return _drawn(self._binomial, size, "n:0 p:01", (n, p), whole=True)

    def multinomial(self, n, pvals, size=None):
        """How often each outcome came in n trials."""
        pvals = np.asarray(pvals, dtype=float).tolist()
        if _sum(pvals[:-1]) > 1.0 + 1e-12:
            raise ValueError("sum(pvals[:-1]) > 1.0")
        shape = [] if size is None else list(np.zeros(size).shape)
        rows = []
        for _ in range(int(np.prod(shape))):
            left, rest, row = n, 1.0, [0] * len(pvals)
            for j in range(len(pvals) - 1):
                row[j] = self._binomial(left, pvals[j] / rest)
                left -= row[j]
                if left <= 0:
                    break
                rest -= pvals[j]
            row[-1] += max(left, 0)
            rows.append(row)
        return np.array(rows, dtype=int).reshape(shape + [len(pvals)])

    def _geometric(self, p):
        if p < 0.333333333333333333333333:
            if self._is_old:
                return math.ceil(math.log1p(-self._even()) / math.log(1 - p))
            return math.ceil(-self.standard_exponential() / math.log1p(-p))
        x, sum, chance, u = 1, p, p, self._even()
        while u > sum:
            chance *= 1.0 - p
            sum += chance
            x += 1
        return x

    def geometric(self, p, size=None):
        return _drawn(self._geometric, size, "p:01", (p,), whole=True)

    def _poisson(self, lam):
        if lam == 0:
            return 0
        if lam < 10:
            end, x, product = math.exp(-lam), 0, self._even()
            while product > end:
                x += 1
                product *= self._even()
            return x
        root, log = math.sqrt(lam), math.log(lam)
        b = 0.931 + 2.53 * root
        a = -0.059 + 0.02483 * b
        inverse, near = 1.1239 + 1.1328 / (b - 3.4), 0.9277 - 3.6224 / (b - 2)
        while True:
            u, v = self._even() - 0.5, self._even()
            edge = 0.5 - abs(u)
            k = math.floor((2 * a / edge + b) * u + lam + 0.43)
            if edge >= 0.07 and v <= near:
                return k
            if k < 0 or edge < 0.013 and v > edge:
                continue
            if math.log(v) + math.log(inverse) - math.log(a / (edge * edge) + b) <= -lam + k * log - math.lgamma(k + 1):
                return k

    def poisson(self, lam=1.0, size=None):
        return _drawn(self._poisson, size, "lam:0", (lam,), whole=True)


def _sum(row):
    """From the left, one after the other."""
    total = 0.0
    for x in row:
        total += x
    return total
