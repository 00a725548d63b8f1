# Losses that compare pairs, triplets and distributions: the rarer ones of torch.nn.functional.

import math
import torch
import torch.nn.functional as F
from torch._C import _named
from torch.nn.functional import _reduced, pairwise_distance


def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None,
                        reduction="mean"):
    """max(0, -target * (input1 - input2) + margin); same shapes."""
    if input1.dim() != input2.dim() or input1.dim() != target.dim():
        raise RuntimeError("margin_ranking_loss : All input tensors should have same dimension but got "
                           f"sizes: input1: {input1.size()}, input2: {input2.size()}, "
                           f"target: {target.size()} ")
    return _reduced((-target * (input1 - input2) + margin).clamp_min(0), reduction)


def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    """input where target is 1, max(0, margin - input) where it is -1; same shapes."""
    zero = torch.zeros_like(input)
    apart = torch.where(target != 1, (margin - input).clamp_min(0), zero)
    together = torch.where(target != -1, input, zero)
    return _reduced(apart + together, reduction)


def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """log(1 + exp(-target * input)); same shapes."""
    return _named(_reduced(torch.log1p((-target * input).exp()), reduction), "SoftMarginLossBackward0")


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False,
                        size_average=None, reduce=None, reduction="mean"):
    """max(0, |anchor - positive| - |anchor - negative| + margin); (N, D) or (D)"""
    near = pairwise_distance(anchor, positive, p, eps)
    far = pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = torch.minimum(far, pairwise_distance(positive, negative, p, eps))
    return _reduced((margin + near - far).clamp_min(0), reduction)


def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None,
                          reduction="mean"):
    """1 - cos where target is 1, max(0, cos - margin) where it is -1; (N, D), (N, D), (N)"""
    axis = target.dim()
    if input1.dim() != axis + 1 or input2.dim() != axis + 1:
        kind = "1D target tensor expects 2D" if axis == 1 else "0D target tensor expects 1D"
        raise RuntimeError(f"{kind} input tensors, but found inputs with sizes "
                           f"{list(input1.shape)} and {list(input2.shape)}.")
    tiny = 1e-12
    product = (input1 * input2).sum(axis)
    squares1 = (input1 * input1).sum(axis) + tiny
    squares2 = (input2 * input2).sum(axis) + tiny
    cosine = product / (squares1 * squares2).sqrt()
    zero = torch.zeros_like(cosine)
    loss = torch.where(target == 1, 1 - cosine, zero)
    loss = loss + torch.where(target == -1, (cosine - margin).clamp_min(0), zero)
    return _reduced(loss, reduction)


def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-8,
                     reduce=None, reduction="mean"):
    """exp(input) - target * input, or input - target * log(input + eps); same shapes."""
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not valid")
    if log_input:
        loss = torch.exp(input) - target * input
    else:
        loss = input - target * torch.log(input + eps)
    if full:
        stirling = target * torch.log(target) - target + 0.5 * torch.log(2 * math.pi * target)
        loss = loss + stirling.masked_fill(target <= 1, 0)
    return _reduced(loss, reduction)


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    """(log(var) + (input - target) squared / var) / 2; var may have one value per row."""
    if var.size() != input.size():
        if input.size()[:-1] == var.size():
            var = var.unsqueeze(-1)
        elif input.size()[:-1] != var.size()[:-1] or var.size(-1) != 1:
            raise ValueError("var is of incorrect size")
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not valid")
    if (var < 0).any():
        raise ValueError("var has negative entry/entries")
    var = var.clone()
    with torch.no_grad():
        var.clamp_(min=eps)
    loss = 0.5 * (torch.log(var) + (input - target) ** 2 / var)
    if full:
        loss = loss + 0.5 * math.log(2 * math.pi)
    return _reduced(loss, reduction)


def multi_margin_loss(input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None,
                      reduction="mean"):
    """The mean over the other classes of max(0, margin - input of the class + theirs) ** p"""
    rows = input if input.dim() == 2 else input.unsqueeze(0)
    own = target.view(-1, 1)
    cost = (margin - rows.gather(1, own) + rows).clamp_min(0) ** p
    cost = cost if weight is None else cost * weight[own]
    cost = cost.scatter(1, own, 0.0).sum(1) / rows.size(1)
    return _reduced(cost if input.dim() == 2 else cost[0], reduction)


def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None,
                                reduction="mean"):
    """The binary cross entropy of every class, their mean over the classes."""
    cost = -(target * F.logsigmoid(input) + (1 - target) * F.logsigmoid(-input))
    cost = cost if weight is None else cost * weight
    return _reduced(cost.mean(-1), reduction)
