# Holds norms of each channel of each item.

import torch.nn.functional as F
from torch.nn.modules.batchnorm import _BatchNorm


class _InstanceNorm(_BatchNorm):
    """Each channel of each item to mean 0 and variance 1."""

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False, device=None,
                 dtype=None):
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype)

    def forward(self, input):
        """(N, C, ...) or (C, ...) -> the same shape"""
        self._check_input_dim(input)
        items = input if input.dim() == max(self._dims) else input.unsqueeze(0)
        output = F.instance_norm(items, self.running_mean, self.running_var, self.weight, self.bias,
                                 self.training or not self.track_running_stats, self.momentum, self.eps)
        return output if items is input else output.squeeze(0)


class InstanceNorm1d(_InstanceNorm):
    """Each channel of each item; (N, C, L) or (C, L)."""

    _dims = (2, 3)


class InstanceNorm2d(_InstanceNorm):
    """Each channel of each item; (N, C, H, W) or (C, H, W)."""

    _dims = (3, 4)
