# Holds distributions of numbers: Normal, Uniform, Bernoulli, Exponential. What they draw, PyTorch draws.

import math
import torch
import torch.nn.functional as F
from torch.distributions import Categorical, Distribution


def _tensors(*values):
    """The parameters as tensors of one shape."""
    if all([isinstance(value, (int, float)) for value in values]):
        return [torch.tensor(float(value)) for value in values]
    like = [value for value in values if isinstance(value, torch.Tensor)][0]
    values = [value if isinstance(value, torch.Tensor) else torch.tensor(float(value), dtype=like.dtype) for value in values]
    shape = torch.broadcast_shapes(*[value.shape for value in values])
    return [value if value.shape == shape else value.expand(shape) for value in values]


class _OfNumbers(Distribution):
    """Parameters of one shape, by the names in _names."""

    _names = ()

    def __init__(self, *values):
        values = _tensors(*values)
        for name, value in zip(self._names, values):
            setattr(self, name, value)
        super().__init__(values[0].size())

    def _shape(self, sample_shape):
        return torch.Size(tuple(sample_shape) + tuple(self.batch_shape))

    def sample(self, sample_shape=()):
        """Numbers, drawn without a gradient."""
        with torch.no_grad():
            return self.rsample(sample_shape)

    @property
    def stddev(self):
        """The square root of the variance."""
        return self.variance.sqrt()

    def __repr__(self):
        values = [(name, vars(self)[name]) for name in self._names if name in vars(self)]
        text = ", ".join([f"{name}: {value if value.numel() == 1 else value.size()}" for name, value in values])
        return f"{type(self).__name__}({text})"


class Normal(_OfNumbers):
    """A mean and a standard deviation."""

    has_rsample, _names = True, ("loc", "scale")

    def __init__(self, loc, scale, validate_args=None):
        super().__init__(loc, scale)

    mean = property(lambda self: self.loc)
    mode = property(lambda self: self.loc)
    stddev = property(lambda self: self.scale)
    variance = property(lambda self: self.stddev.pow(2))

    def sample(self, sample_shape=()):
        """Numbers, drawn without a gradient."""
        shape = self._shape(sample_shape)
        with torch.no_grad():
            return torch.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape=()):
        """loc + noise * scale"""
        noise = torch.normal(torch.zeros(self._shape(sample_shape)), torch.ones(self._shape(sample_shape)))
        return self.loc + noise * self.scale

    def log_prob(self, value):
        """The logarithm of the density."""
        var = self.scale ** 2
        return -((value - self.loc) ** 2) / (2 * var) - self.scale.log() - math.log(math.sqrt(2 * math.pi))

    def cdf(self, value):
        """The probability of less."""
        return 0.5 * (1 + torch.erf((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)))

    def icdf(self, value):
        """The number with that probability of less."""
        return self.loc + self.scale * torch.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self):
        """0.5 + 0.5 log(2 pi) + log(scale)"""
        return 0.5 + 0.5 * math.log(2 * math.pi) + torch.log(self.scale)


class Uniform(_OfNumbers):
    """Every number from low to high alike."""

    has_rsample, _names = True, ("low", "high")

    def __init__(self, low, high, validate_args=None):
        super().__init__(low, high)

    mean = property(lambda self: (self.high + self.low) / 2)
    variance = property(lambda self: (self.high - self.low).pow(2) / 12)
    stddev = property(lambda self: (self.high - self.low) / 12 ** 0.5)

    def rsample(self, sample_shape=()):
        """low + share * (high - low)"""
        share = torch.rand(self._shape(sample_shape), dtype=self.low.dtype)
        return self.low + share * (self.high - self.low)

    def log_prob(self, value):
        """The logarithm of the density; -inf outside."""
        low, high = self.low.le(value).type_as(self.low), self.high.gt(value).type_as(self.low)
        return torch.log(low.mul(high)) - torch.log(self.high - self.low)

    def cdf(self, value):
        """The probability of less."""
        return ((value - self.low) / (self.high - self.low)).clamp(min=0, max=1)

    def icdf(self, value):
        """The number with that probability of less."""
        return value * (self.high - self.low) + self.low

    def entropy(self):
        """log(high - low)"""
        return torch.log(self.high - self.low)


class Exponential(_OfNumbers):
    """Waiting times, rate of them in one unit."""

    has_rsample, _names = True, ("rate",)

    def __init__(self, rate, validate_args=None):
        super().__init__(rate)

    mean = property(lambda self: self.rate.reciprocal())
    stddev = property(lambda self: self.rate.reciprocal())
    variance = property(lambda self: self.rate.pow(-2))

    def rsample(self, sample_shape=()):
        """Drawn with rate 1, over the rate."""
        return torch.empty(self._shape(sample_shape), dtype=self.rate.dtype).exponential_() / self.rate

    def log_prob(self, value):
        """The logarithm of the density."""
        return self.rate.log() - self.rate * value

    def cdf(self, value):
        """The probability of less."""
        return 1 - torch.exp(-self.rate * value)

    def icdf(self, value):
        """The number with that probability of less."""
        return -torch.log(1 - value) / self.rate

    def entropy(self):
        """1 - log(rate)"""
        return 1.0 - torch.log(self.rate)


class Bernoulli(_OfNumbers):
    """1 with a probability, else 0; probs or logits: one is given, the other follows."""

    _names = ("probs", "logits")

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        name = "probs" if logits is None else "logits"
        value = _tensors(probs if logits is None else logits)[0]
        setattr(self, name, value)
        Distribution.__init__(self, value.size())

    def __getattr__(self, name):
        if name == "probs":
            value = torch.sigmoid(self.logits)
        elif name == "logits":
            eps = torch.finfo(self.probs.dtype).eps
            held = self.probs.clamp(min=eps, max=1 - eps)
            value = torch.log(held) - torch.log1p(-held)
        else:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        setattr(self, name, value)
        return value

    mean = property(lambda self: self.probs)
    variance = property(lambda self: self.probs * (1 - self.probs))

    def sample(self, sample_shape=()):
        """Ones and zeros."""
        with torch.no_grad():
            return torch.bernoulli(self.probs.expand(self._shape(sample_shape)))

    def log_prob(self, value):
        """The logarithm of the probability."""
        logits, value = torch.broadcast_tensors(self.logits, value)
        return -F.binary_cross_entropy_with_logits(logits, value, reduction="none")

    def entropy(self):
        """-p log p - (1 - p) log(1 - p)"""
        return F.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")


def kl_divergence(p, q):
    """How much is lost where q stands for p."""
    if isinstance(p, Normal) and isinstance(q, Normal):
        ratio = (p.scale / q.scale).pow(2)
        return 0.5 * (ratio + ((p.loc - q.loc) / q.scale).pow(2) - 1 - ratio.log())
    if isinstance(p, Categorical) and isinstance(q, Categorical):
        t = p.probs * (p.logits - q.logits)
        t = torch.where((q.probs == 0).expand_as(t), torch.full_like(t, math.inf), t)
        return torch.where((p.probs == 0).expand_as(t), torch.zeros_like(t), t).sum(-1)
    if isinstance(p, Bernoulli) and isinstance(q, Bernoulli):
        one = p.probs * (F.softplus(-q.logits) - F.softplus(-p.logits))
        one = torch.where(q.probs == 0, torch.full_like(one, math.inf), one)
        one = torch.where(p.probs == 0, torch.zeros_like(one), one)
        two = (1 - p.probs) * (F.softplus(q.logits) - F.softplus(p.logits))
        two = torch.where(q.probs == 1, torch.full_like(two, math.inf), two)
        return one + torch.where(p.probs == 1, torch.zeros_like(two), two)
    raise NotImplementedError(f"No KL(p || q) is implemented for p type {type(p).__name__} and q type {type(q).__name__}")
