# Computes distances between vectors, and losses of pairs and triples of them.

import torch
from torch.nn.functional import _reduced


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    """The p-norm of x1 - x2 along the last axis."""
    return (x1 - x2 + eps).norm(p, -1, keepdim)


def pdist(input, p=2.0):
    """The p-norms of the differences of all pairs of rows."""
    return torch.pdist(input, p)


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False, size_average=None, reduce=None,
                        reduction="mean"):
    """How much nearer than by the margin the negative is than it should be."""
    near, far = pairwise_distance(anchor, positive, p, eps), pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = torch.min(far, pairwise_distance(positive, negative, p, eps))
    return _reduced((margin + near - far).clamp_min(0), reduction)


def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """Target 1: input1 should be larger by the margin; -1: smaller."""
    return _reduced((-target * (input1 - input2) + margin).clamp_min(0), reduction)


def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """Target 1: 1 - cosine; -1: the cosine above the margin."""
    sizes = ((input1 * input1).sum(-1) + 1e-12) * ((input2 * input2).sum(-1) + 1e-12)
    cosine = (input1 * input2).sum(-1) / sizes.sqrt()
    none = torch.zeros_like(cosine)
    loss = torch.where(target == 1, 1 - cosine, none) + torch.where(target == -1, (cosine - margin).clamp_min(0), none)
    return _reduced(loss, reduction)
