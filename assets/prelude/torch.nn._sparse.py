# embedding_bag of torch.nn.functional: rows of a table, folded bag by bag.

import torch
from torch._C import _named, _unsupported


def _bags(input, offsets, include_last_offset):
    """Where each bag begins and ends in the flat input."""
    if input.dim() == 2:
        if offsets is not None:
            raise ValueError("if input is 2D, then offsets has to be None, as input is treated is a "
                             "mini-batch of fixed length sequences. However, found offsets of type "
                             f"{type(offsets)}")
        rows, width = input.shape
        return [(row * width, row * width + width) for row in range(rows)]
    if input.dim() != 1:
        raise ValueError(f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.dim()}")
    if offsets is None:
        raise ValueError("offsets has to be a 1D Tensor but got None")
    if offsets.dim() != 1:
        raise ValueError("offsets has to be a 1D Tensor")
    begins = offsets.tolist()
    if begins and begins[0] != 0:
        raise RuntimeError("offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to "
                           f"start from position 0. However, got {begins[0]}")
    if include_last_offset:
        return list(zip(begins[:-1], begins[1:]))
    return list(zip(begins, begins[1:] + [input.numel()]))


def embedding_bag(input, weight, offsets=None, max_norm=None, norm_type=2, scale_grad_by_freq=False,
                  mode="mean", sparse=False, per_sample_weights=None, include_last_offset=False,
                  padding_idx=None):
    """Row numbers (N, L), or (total) with offsets (N); weight (rows, D) -> (N, D)"""
    if max_norm is not None:
        _unsupported("embedding_bag does not support max_norm")
    if mode not in ("sum", "mean", "max"):
        raise ValueError("mode has to be one of sum, mean or max")
    if per_sample_weights is not None:
        if input.size() != per_sample_weights.size():
            raise ValueError(f"embedding_bag: If per_sample_weights ({per_sample_weights.shape}) is not "
                             f"None, then it must have the same shape as the input ({input.shape})")
        if mode != "sum":
            raise NotImplementedError(
                "embedding_bag: per_sample_weights was not None. per_sample_weights is only supported "
                f"for mode='sum' (got mode='{mode}'). Please open a feature request on GitHub.")
    flat, bags = input.reshape(-1), _bags(input, offsets, include_last_offset)
    shares = None if per_sample_weights is None else per_sample_weights.reshape(-1)
    results = []
    for begin, end in bags:
        chosen = flat[begin:end]
        kept = None if padding_idx is None else chosen != padding_idx % weight.size(0)
        rows = weight[chosen if kept is None else chosen[kept]]
        if shares is not None:
            part = shares[begin:end] if kept is None else shares[begin:end][kept]
            rows = rows * part.unsqueeze(1)
        if rows.size(0) == 0:
            results.append(torch.zeros(weight.size(1), dtype=weight.dtype))
        elif mode == "max":
            results.append(rows.amax(0))
        else:
            total = rows[0]
            for row in rows[1:]:
                total = total + row
            results.append(total if mode == "sum" else total / rows.size(0))
    return _named(torch.stack(results), "EmbeddingBagBackward0")
