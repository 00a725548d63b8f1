# Offers distances as modules.

import torch.nn.functional as F
from torch.nn.modules.module import Module


class PairwiseDistance(Module):
    """The p-norm of the difference along the last axis."""

    def __init__(self, p=2.0, eps=1e-6, keepdim=False):
        super().__init__()
        self.norm, self.eps, self.keepdim = p, eps, keepdim

    def forward(self, x1, x2):
        """(N, D), (N, D) -> (N)"""
        return F.pairwise_distance(x1, x2, self.norm, self.eps, self.keepdim)


class CosineSimilarity(Module):
    """The cosine of the angle between vectors along `dim`."""

    def __init__(self, dim=1, eps=1e-8):
        super().__init__()
        self.dim, self.eps = dim, eps

    def forward(self, x1, x2):
        """(N, D), (N, D) -> (N)"""
        return F.cosine_similarity(x1, x2, self.dim, self.eps)
