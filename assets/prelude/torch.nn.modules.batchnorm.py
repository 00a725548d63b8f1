# Holds norms over the batch for each channel, with statistics that are remembered.

import torch
import torch.nn.functional as F
import torch.nn.init as init
from torch._C import Parameter
from torch.nn.modules.module import Module


class _BatchNorm(Module):
    """Each channel to mean 0 and variance 1 over the batch; weight and bias (affine), running_mean,
    running_var and num_batches_tracked (tracked)."""

    def __init__(self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True,
                 device=None, dtype=None):
        super().__init__()
        self.num_features = num_features
        self.eps = eps
        self.momentum = momentum
        self.affine = affine
        self.track_running_stats = track_running_stats
        for name in ("weight", "bias"):
            empty = Parameter(torch.empty(num_features, device=device, dtype=dtype)) if affine else None
            self.register_parameter(name, empty)
        track = track_running_stats
        self.register_buffer("running_mean", torch.zeros(num_features, dtype=dtype) if track else None)
        self.register_buffer("running_var", torch.ones(num_features, dtype=dtype) if track else None)
        self.register_buffer("num_batches_tracked", torch.tensor(0) if track else None)
        self.reset_parameters()

    def reset_running_stats(self):
        """Forget all batches."""
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self):
        """weight 1, bias 0, no batches seen"""
        self.reset_running_stats()
        if self.affine:
            init.ones_(self.weight)
            init.zeros_(self.bias)

    def _check_input_dim(self, input):
        """Only the numbers of axes that the layer is for."""
        if input.dim() not in self._dims:
            wanted = " or ".join([f"{dims}D" for dims in self._dims])
            raise ValueError(f"expected {wanted} input (got {input.dim()}D input)")

    def extra_repr(self):
        """4, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True"""
        return (f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, "
                f"affine={self.affine}, track_running_stats={self.track_running_stats}")

    def forward(self, input):
        """(N, C, ...) -> the same shape"""
        self._check_input_dim(input)
        momentum = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                momentum = 1.0 / float(self.num_batches_tracked)
        from_batch = self.training or self.running_mean is None
        uses_running = not self.training or self.track_running_stats
        return F.batch_norm(input, self.running_mean if uses_running else None,
                            self.running_var if uses_running else None, self.weight, self.bias,
                            from_batch, momentum, self.eps)


class BatchNorm1d(_BatchNorm):
    """Each feature to mean 0 and variance 1 over the batch; (N, C) or (N, C, L)."""

    _dims = (2, 3)


class BatchNorm2d(_BatchNorm):
    """Each channel to mean 0 and variance 1 over the batch; (N, C, H, W)."""

    _dims = (4,)


class BatchNorm3d(_BatchNorm):
    """Each channel to mean 0 and variance 1 over the batch; (N, C, D, H, W)."""

    _dims = (5,)
