# Weights that others trained are fetched from a network; there is none.

from torch._C import _unsupported


def load_url(*args, **kwargs):
    """Not here."""
    _unsupported("torch.utils.model_zoo.load_url is not supported: there is no network")
