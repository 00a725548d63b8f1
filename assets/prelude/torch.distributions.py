# Makes distributions to draw from and to ask for probabilities. sample() draws what PyTorch draws.

import torch
import torch.nn.functional as F


class Distribution:
    """The shape of a batch, and of one event."""

    has_rsample = False

    def __init__(self, batch_shape=(), event_shape=(), validate_args=None):
        self.batch_shape = torch.Size(batch_shape)
        self.event_shape = torch.Size(event_shape)

    def perplexity(self):
        """exp(entropy)"""
        return torch.exp(self.entropy())


class Categorical(Distribution):
    """One of n places; (..., n) probabilities or logits: one is given, the other follows."""

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        given = probs if probs is not None else logits
        if given.dim() < 1:
            raise ValueError(f"`{'logits' if probs is None else 'probs'}` parameter must be at least "
                             "one-dimensional.")
        if probs is not None:
            self.probs = probs / probs.sum(-1, keepdim=True)
        else:
            self.logits = logits - logits.logsumexp(dim=-1, keepdim=True)
        self._num_events = given.size(-1)
        super().__init__(given.shape[:-1])

    def __getattr__(self, name):
        if name == "probs":
            value = F.softmax(self.logits, dim=-1)
        elif name == "logits":
            eps = torch.finfo(self.probs.dtype).eps
            value = torch.log(self.probs.clamp(min=eps, max=1 - eps))
        else:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        setattr(self, name, value)
        return value

    @property
    def param_shape(self):
        """The shape of the probabilities."""
        return self.probs.size()

    def sample(self, sample_shape=()):
        """Places, drawn with the probabilities."""
        shape = torch.Size(sample_shape)
        drawn = torch.multinomial(self.probs.reshape(-1, self._num_events), shape.numel(), True).T
        return drawn.reshape(tuple(shape) + tuple(self.batch_shape))

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

    def __repr__(self):
        values = [(name, vars(self)[name]) for name in ("probs", "logits") if name in vars(self)]
        text = ", ".join([f"{name}: {value if value.numel() == 1 else value.size()}"
                          for name, value in values])
        return f"Categorical({text})"


def __getattr__(name):
    """The distributions of numbers, from the file where they stand."""
    if name in ("Normal", "Uniform", "Bernoulli", "Exponential", "kl_divergence"):
        import torch.distributions._numbers as numbers
        return getattr(numbers, name)
    raise AttributeError(f"module 'torch.distributions' has no attribute '{name}'")
