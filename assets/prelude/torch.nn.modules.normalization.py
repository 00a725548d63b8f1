# Layers that bring activations to a common scale: over the features of each position (LayerNorm,
# RMSNorm), or over the batch for each feature (BatchNorm1d, which also remembers running
# statistics).

import torch
import torch.nn.functional as F
import torch.nn.init as init
from torch._C import Parameter
from torch.nn.modules.module import Module


class LayerNorm(Module):
    """(x - mean) / sqrt(var + eps) * weight + bias over the last axes (normalized_shape)."""

    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, device=None, dtype=None):
        super().__init__()
        if isinstance(normalized_shape, int):
            normalized_shape = (normalized_shape,)
        self.normalized_shape = tuple(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        if elementwise_affine:
            self.weight = Parameter(torch.empty(self.normalized_shape, device=device, dtype=dtype))
            self.bias = Parameter(torch.empty(self.normalized_shape, device=device, dtype=dtype))
        else:
            self.register_parameter("weight", None)
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self):
        """weight 1, bias 0"""
        if self.elementwise_affine:
            init.ones_(self.weight)
            init.zeros_(self.bias)

    def forward(self, input):
        """(..., *normalized_shape) -> the same shape"""
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self):
        """(4,), eps=1e-05, elementwise_affine=True"""
        return (f"{self.normalized_shape}, eps={self.eps}, "
                f"elementwise_affine={self.elementwise_affine}")


class RMSNorm(Module):
    """x / sqrt(mean(x squared) + eps) * weight over the last axes; PyTorch has it since 2.4."""

    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        super().__init__()
        if isinstance(normalized_shape, int):
            normalized_shape = (normalized_shape,)
        self.normalized_shape = tuple(normalized_shape)
        self.eps = eps
        self.elementwise_affine = elementwise_affine
        if elementwise_affine:
            self.weight = Parameter(torch.empty(self.normalized_shape, device=device, dtype=dtype))
        else:
            self.register_parameter("weight", None)
        self.reset_parameters()

    def reset_parameters(self):
        """weight 1"""
        if self.elementwise_affine:
            init.ones_(self.weight)

    def forward(self, x):
        """(..., *normalized_shape) -> the same shape"""
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self):
        """(4,), eps=None, elementwise_affine=True"""
        return (f"{self.normalized_shape}, eps={self.eps}, "
                f"elementwise_affine={self.elementwise_affine}")


class BatchNorm1d(Module):
    """Each feature to mean 0 and variance 1 over the batch; (N, C) or (N, C, L)."""

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

    def forward(self, input):
        """(N, C) or (N, C, L) -> the same shape"""
        if input.dim() != 2 and input.dim() != 3:
            raise ValueError(f"expected 2D or 3D input (got {input.dim()}D input)")
        momentum = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                momentum = 1.0 / self.num_batches_tracked.item()
        from_batch = self.training or self.running_mean is None
        return F.batch_norm(input, self.running_mean, self.running_var, self.weight, self.bias,
                            from_batch, momentum, self.eps)

    def extra_repr(self):
        """4, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True"""
        return (f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, "
                f"affine={self.affine}, track_running_stats={self.track_running_stats}")
