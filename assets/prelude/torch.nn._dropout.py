# Dropout of whole channels.

import torch
import warnings


def dropout2d(input, p=0.5, training=True, inplace=False):
    """(N, C, H, W): zero channels, scale the others by 1 / (1 - p)."""
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    if input.dim() not in (3, 4):
        warnings.warn(f"dropout2d: Received a {input.dim()}-D input to dropout2d, which is deprecated "
                      "and will result in an error in a future release.")
    if p == 0 or not training or input.numel() == 0:
        return input
    if input.dim() < 2:
        raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
    if p == 1:
        factor = torch.zeros((), dtype=input.dtype)
    else:
        shape = tuple(input.shape[:2]) + (1,) * (input.dim() - 2)
        factor = torch.empty(shape, dtype=input.dtype).bernoulli_(1 - p).div_(1 - p)
    return input.mul_(factor) if inplace else input * factor
