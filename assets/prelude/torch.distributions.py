# Distributions to draw from and to ask for probabilities. sample() draws what PyTorch draws.

import math
import torch
import torch.nn.functional as F


class Distribution:
    """What all of them have: the shape of a batch, and of one event."""

    has_rsample = False

    def __init__(self, batch_shape=(), event_shape=(), validate_args=None):
        self.batch_shape = torch.Size(batch_shape)
        self.event_shape = torch.Size(event_shape)

    def _extended(self, sample_shape):
        """The shape of so many samples."""
        return torch.Size(tuple(sample_shape) + tuple(self.batch_shape) + tuple(self.event_shape))

    def sample(self, sample_shape=()):
        """Draw, without gradients."""
        with torch.no_grad():
            return self.rsample(sample_shape)

    @property
    def stddev(self):
        """The root of the variance."""
        return self.variance.sqrt()

    def perplexity(self):
        """exp(entropy)"""
        return torch.exp(self.entropy())

    def __repr__(self):
        values = [(name, getattr(self, name)) for name in self._shown()]
        text = ", ".join([f"{name}: {value if value.numel() == 1 else value.size()}"
                          for name, value in values])
        return f"{type(self).__name__}({text})"


def _broadcast(*values):
    """Numbers and tensors as tensors of one shape."""
    return torch.broadcast_tensors(*[value if isinstance(value, torch.Tensor) else torch.tensor(value)
                                     for value in values])


def _inside(probs):
    """Kept off 0 and 1."""
    eps = torch.finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


class _FromLogits(Distribution):
    """Probabilities or their logarithms: one is given, the other follows."""

    def __init__(self, probs, logits):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        self._by_probs = probs is not None

    def __getattr__(self, name):
        if name not in ("probs", "logits"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        value = self._probs_of(self.logits) if name == "probs" else self._logits_of(self.probs)
        setattr(self, name, value)
        return value

    def _shown(self):
        return [name for name in ("probs", "logits") if name in vars(self)]


class Categorical(_FromLogits):
    """One of n places; (..., n) probabilities or logits."""

    def __init__(self, probs=None, logits=None, validate_args=None):
        super().__init__(probs, logits)
        given = probs if probs is not None else logits
        if given.dim() < 1:
            raise ValueError(f"`{'probs' if self._by_probs else 'logits'}` parameter must be at least "
                             "one-dimensional.")
        if self._by_probs:
            self.probs = probs / probs.sum(-1, keepdim=True)
        else:
            self.logits = logits - logits.logsumexp(dim=-1, keepdim=True)
        self._num_events = given.size(-1)
        Distribution.__init__(self, given.shape[:-1])

    def _probs_of(self, logits):
        return F.softmax(logits, dim=-1)

    def _logits_of(self, probs):
        return torch.log(_inside(probs))

    @property
    def param_shape(self):
        """The shape of the probabilities."""
        return self.probs.size()

    def sample(self, sample_shape=()):
        """Places, drawn with the probabilities."""
        shape = torch.Size(sample_shape)
        drawn = torch.multinomial(self.probs.reshape(-1, self._num_events), shape.numel(), True).T
        return drawn.reshape(self._extended(shape))

    def log_prob(self, value):
        """The logarithm of the probability of each place."""
        value = value.long().unsqueeze(-1)
        value, logits = torch.broadcast_tensors(value, self.logits)
        return logits.gather(-1, value[..., :1]).squeeze(-1)

    def entropy(self):
        """-sum of p log p"""
        logits = torch.clamp(self.logits, min=torch.finfo(self.logits.dtype).min)
        return -(logits * self.probs).sum(-1)

    @property
    def mode(self):
        """The likeliest place."""
        return self.probs.argmax(axis=-1)


class Normal(Distribution):
    """The bell curve with mean loc and spread scale."""

    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = _broadcast(loc, scale)
        super().__init__(self.loc.size())

    def _shown(self):
        return ["loc", "scale"]

    def sample(self, sample_shape=()):
        """Draw, without gradients."""
        shape = self._extended(sample_shape)
        with torch.no_grad():
            return torch.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape=()):
        """loc + noise * scale"""
        shape = self._extended(sample_shape)
        noise = torch.normal(torch.zeros(shape, dtype=self.loc.dtype),
                             torch.ones(shape, dtype=self.loc.dtype))
        return self.loc + noise * self.scale

    def log_prob(self, value):
        """The logarithm of the density."""
        var = self.scale ** 2
        return (-((value - self.loc) ** 2) / (2 * var) - self.scale.log()
                - math.log(math.sqrt(2 * math.pi)))

    def cdf(self, value):
        """How much lies below."""
        return 0.5 * (1 + torch.erf((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)))

    def icdf(self, value):
        """Below what so much lies."""
        return self.loc + self.scale * torch.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self):
        """Of each spread."""
        return 0.5 + 0.5 * math.log(2 * math.pi) + torch.log(self.scale)

    mean = property(lambda self: self.loc)
    mode = property(lambda self: self.loc)
    stddev = property(lambda self: self.scale)
    variance = property(lambda self: self.stddev.pow(2))


def kl_divergence(p, q):
    """How far q is from p, for two of the same kind."""
    if isinstance(p, Categorical) and isinstance(q, Categorical):
        t = p.probs * (p.logits - q.logits)
        t = t.masked_fill((q.probs == 0).expand_as(t), math.inf)
        return t.masked_fill((p.probs == 0).expand_as(t), 0).sum(-1)
    if isinstance(p, Normal) and isinstance(q, Normal):
        ratio = (p.scale / q.scale).pow(2)
        t1 = ((p.loc - q.loc) / q.scale).pow(2)
        return 0.5 * (ratio + t1 - 1 - ratio.log())
    raise NotImplementedError(f"No KL(p || q) is implemented for p type {type(p).__name__} and q type "
                              f"{type(q).__name__}")
