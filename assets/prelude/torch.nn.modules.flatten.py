# Reshaping as layers, for use in a Sequential. They keep no parameters
# and move no numbers.

import torch.nn.functional as F
from torch.nn.modules.module import Module


class Flatten(Module):
    """Joins the axes from start_dim to end_dim into one."""

    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, input):
        """(N, a, b) -> (N, a * b)"""
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self):
        """start_dim=1, end_dim=-1"""
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"
