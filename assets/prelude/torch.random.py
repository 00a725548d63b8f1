# Offers the names of torch that have to do with seeds (native), and fork_rng.

import torch


class fork_rng:
    """A block behind which the random numbers go on as if it had drawn none."""

    def __init__(self, devices=None, enabled=True):
        self.enabled = enabled

    def __enter__(self):
        self.state = torch.get_rng_state()

    def __exit__(self, kind, error, trace):
        if self.enabled:
            torch.set_rng_state(self.state)
        return False
