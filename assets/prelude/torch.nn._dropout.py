# Drops whole channels, or drops cells so that mean and spread stay (alpha dropout). The draws are those of
# ATen/native/Dropout.cpp.

import math

import torch
import warnings


def _check(p):
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def _drop(input, p, training, inplace, channels, alpha):
    """What is dropped: cells or whole channels; set to 0, or to where SELU sends what is far below 0."""
    if p == 0 or not training or input.numel() == 0:
        return input
    if p == 1:
        factor = torch.zeros((), dtype=input.dtype)
        return input.mul_(factor) if inplace else input * factor
    if channels and input.dim() < 2:
        raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
    shape = tuple(input.shape[:2]) + (1,) * (input.dim() - 2) if channels else input.shape
    kept = torch.empty(shape, dtype=input.dtype).bernoulli_(1 - p)
    if not alpha:
        factor = kept.div_(1 - p)
        return input.mul_(factor) if inplace else input * factor
    slope = 1.7580993408473766  # the product of SELU's two constants
    scale = 1.0 / math.sqrt((slope * slope * p + 1) * (1 - p))
    moved = kept.add(-1).mul_(slope * scale).add_(slope * scale * p)
    factor = kept.mul_(scale)
    return (input.mul_(factor) if inplace else input * factor).add_(moved)


def _drop_channels(input, p, training, inplace, axes):
    """Input without a batch gets one for the while."""
    batched = input.dim() == axes
    if not batched:
        input = input.unsqueeze_(0) if inplace else input.unsqueeze(0)
    out = _drop(input, p, training, inplace, True, False)
    if not batched:
        out = out.squeeze_(0) if inplace else out.squeeze(0)
    return out


def _warn_axes(name, given, spatial, expected):
    warnings.warn(f"{name}: Received a {given}-D input to {name}, which is deprecated and will result in an error in a "
                  "future release. To retain the behavior and silence this warning, please use dropout instead. Note "
                  f"that {name} exists to provide channel-wise dropout on inputs with {spatial} spatial dimensions, a "
                  f"channel dimension, and an optional batch dimension (i.e. {expected} inputs).")


def dropout1d(input, p=0.5, training=True, inplace=False):
    """(N, C, L) or (C, L): zero channels, scale the others by 1 / (1 - p)."""
    _check(p)
    if input.dim() not in (2, 3):
        raise RuntimeError(f"dropout1d: Expected 2D or 3D input, but received a {input.dim()}D input. Note that "
                           "dropout1d exists to provide channel-wise dropout on inputs with 1 spatial dimension, a "
                           "channel dimension, and an optional batch dimension (i.e. 2D or 3D inputs).")
    return _drop_channels(input, p, training, inplace, 3)


def dropout2d(input, p=0.5, training=True, inplace=False):
    """(N, C, H, W): zero channels, scale the others by 1 / (1 - p)."""
    _check(p)
    if input.dim() not in (3, 4):
        _warn_axes("dropout2d", input.dim(), 2, "3D or 4D")
    if input.dim() == 3:
        warnings.warn("dropout2d: Received a 3D input to dropout2d and assuming that channel-wise 1D dropout behavior "
                      "is desired - input is interpreted as shape (N, C, L), where C is the channel dim. This behavior "
                      "will change in a future release to interpret the input as one without a batch dimension, i.e. "
                      "shape (C, H, W). To maintain the 1D channel-wise dropout behavior, please switch to using "
                      "dropout1d instead.")
    return _drop(input, p, training, inplace, True, False)


def dropout3d(input, p=0.5, training=True, inplace=False):
    """(N, C, D, H, W) or (C, D, H, W): zero channels, scale the others by 1 / (1 - p)."""
    _check(p)
    if input.dim() not in (4, 5):
        _warn_axes("dropout3d", input.dim(), 3, "4D or 5D")
    return _drop_channels(input, p, training, inplace, 5)


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """Cells are set to SELU's lowest value; mean and spread stay as they are."""
    _check(p)
    return _drop(input, p, training, inplace, False, True)


def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    """The same for whole channels, (N, C, ...)."""
    _check(p)
    return _drop(input, p, training, inplace, True, True)
