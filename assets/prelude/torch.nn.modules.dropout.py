# Drops cells at random: in training each cell, or each channel as a whole, is zeroed with probability p and
# the kept ones are scaled by 1 / (1 - p); in evaluation nothing happens.

import torch.nn.functional as F
from torch.nn.modules.module import Module


class _DropoutNd(Module):
    """What all kinds keep: p and inplace."""

    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        if p < 0 or p > 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p = p
        self.inplace = inplace

    def extra_repr(self):
        """p=0.5, inplace=False"""
        return f"p={self.p}, inplace={self.inplace}"


class Dropout(_DropoutNd):
    """Zeroes cells at random while training; any shape."""

    def forward(self, input):
        """(...) -> (...)"""
        return F.dropout(input, self.p, self.training, self.inplace)


class Dropout1d(_DropoutNd):
    """Zeroes whole channels; (N, C, L) or (C, L)."""

    def forward(self, input):
        """(...) -> (...)"""
        return F.dropout1d(input, self.p, self.training, self.inplace)


class Dropout2d(_DropoutNd):
    """Zeroes whole channels; (N, C, H, W)."""

    def forward(self, input):
        """(...) -> (...)"""
        return F.dropout2d(input, self.p, self.training, self.inplace)


class Dropout3d(_DropoutNd):
    """Zeroes whole channels; (N, C, D, H, W) or (C, D, H, W)."""

    def forward(self, input):
        """(...) -> (...)"""
        return F.dropout3d(input, self.p, self.training, self.inplace)


class AlphaDropout(_DropoutNd):
    """Drops cells so that mean and spread stay as they are, for SELU; any shape."""

    def forward(self, input):
        """(...) -> (...)"""
        return F.alpha_dropout(input, self.p, self.training)


class FeatureAlphaDropout(_DropoutNd):
    """The same for whole channels; (N, C, ...)."""

    def forward(self, input):
        """(...) -> (...)"""
        return F.feature_alpha_dropout(input, self.p, self.training)
