# Offers mixed precision on a GPU: without one, blocks like any other and losses that are not scaled.

import warnings

import torch


class autocast(torch.autocast):
    """torch.autocast("cuda")"""

    def __init__(self, enabled=True, dtype=None, cache_enabled=True):
        super().__init__("cuda", dtype=dtype, enabled=enabled, cache_enabled=cache_enabled)


class GradScaler:
    """Scales losses so that the gradients of short floats do not vanish: without a GPU it does nothing
    but call the optimiser."""

    def __init__(self, init_scale=2.**16, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000,
                 enabled=True):
        if enabled:
            warnings.warn("torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.")
        self._enabled = False

    def scale(self, outputs):
        """The loss as it is."""
        return outputs

    def unscale_(self, optimizer):
        """Nothing to divide."""

    def step(self, optimizer, *args, **kwargs):
        """optimizer.step()"""
        return optimizer.step(*args, **kwargs)

    def update(self, new_scale=None):
        """There is no scale."""

    def get_scale(self):
        """The factor of losses."""
        return 1.0

    def is_enabled(self):
        """Whether losses are scaled."""
        return False

    def state_dict(self):
        """Nothing is kept."""
        return {}

    def load_state_dict(self, state_dict):
        """Nothing is kept."""


def custom_fwd(fwd=None, *, cast_inputs=None):
    """forward() of an autograd.Function, which autocast would treat apart."""
    return fwd if fwd is not None else lambda function: function


def custom_bwd(bwd):
    """backward() of an autograd.Function, under the autocast of its forward()."""
    return bwd
