# The rarer kinds of dropout: of whole channels, and the one that fits SELU.

import math
import torch
import warnings


def _noise(input, p, whole):
    """Drawn 0 or 1 for each cell, or for each channel of each sample."""
    shape = tuple(input.shape[:2]) + (1,) * (input.dim() - 2) if whole else tuple(input.shape)
    if whole and input.dim() < 2:
        raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
    return torch.empty(shape, dtype=input.dtype).bernoulli_(1 - p)


def _check(p):
    """A probability."""
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def _feature_dropout(input, p, training, inplace):
    """Zero channels, scale the others by 1 / (1 - p)."""
    if p == 0 or not training or input.numel() == 0:
        return input
    if p == 1:
        factor = torch.zeros((), dtype=input.dtype)
    else:
        factor = _noise(input, p, True).div_(1 - p)
    return input.mul_(factor) if inplace else input * factor


def dropout1d(input, p=0.5, training=True, inplace=False):
    """(N, C, L) or (C, L)"""
    _check(p)
    if input.dim() not in (2, 3):
        raise RuntimeError(f"dropout1d: Expected 2D or 3D input, but received a {input.dim()}D input. "
                           "Note that dropout1d exists to provide channel-wise dropout on inputs with 1 "
                           "spatial dimension, a channel dimension, and an optional batch dimension "
                           "(i.e. 2D or 3D inputs).")
    if input.dim() == 3:
        return _feature_dropout(input, p, training, inplace)
    batch = input.unsqueeze_(0) if inplace else input.unsqueeze(0)
    batch = _feature_dropout(batch, p, training, inplace)
    return batch.squeeze_(0) if inplace else batch.squeeze(0)


def dropout2d(input, p=0.5, training=True, inplace=False):
    """(N, C, H, W)"""
    _check(p)
    if input.dim() not in (3, 4):
        warnings.warn(f"dropout2d: Received a {input.dim()}-D input to dropout2d, which is deprecated "
                      "and will result in an error in a future release.")
    return _feature_dropout(input, p, training, inplace)


def dropout3d(input, p=0.5, training=True, inplace=False):
    """(N, C, D, H, W) or (C, D, H, W)"""
    _check(p)
    if input.dim() not in (4, 5):
        warnings.warn(f"dropout3d: Received a {input.dim()}-D input to dropout3d, which is deprecated "
                      "and will result in an error in a future release.")
    if input.dim() != 5:
        batch = input.unsqueeze_(0) if inplace else input.unsqueeze(0)
        batch = _feature_dropout(batch, p, training, inplace)
        return batch.squeeze_(0) if inplace else batch.squeeze(0)
    return _feature_dropout(input, p, training, inplace)


def _alpha(input, p, training, whole, inplace):
    """Dropped cells take the value that SELU tends to; scale and shift restore mean and variance."""
    _check(p)
    if p == 0 or not training or input.numel() == 0:
        return input
    if p == 1:
        factor = torch.zeros((), dtype=input.dtype)
        return input.mul_(factor) if inplace else input * factor
    alpha = 1.7580993408473766
    a = 1.0 / math.sqrt((alpha * alpha * p + 1) * (1 - p))
    noise = _noise(input, p, whole)
    shift = noise.add(-1).mul_(alpha * a).add_(alpha * a * p)
    noise.mul_(a)
    return input.mul_(noise).add_(shift) if inplace else (input * noise).add_(shift)


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """Any shape."""
    return _alpha(input, p, training, False, inplace)


def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    """(N, C, ...), channels as a whole"""
    return _alpha(input, p, training, True, inplace)
