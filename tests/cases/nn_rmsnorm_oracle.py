# nn.RMSNorm came with PyTorch 2.4. Where it is missing, its documented definition stands in.
import torch
import torch.nn as nn


class Documented(nn.Module):
    def __init__(self, normalized_shape, eps=None, elementwise_affine=True):
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.axes = tuple(range(-len(shape), 0))
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(shape)) if elementwise_affine else None

    def forward(self, x):
        eps = torch.finfo(x.dtype).eps if self.eps is None else self.eps
        y = x * torch.rsqrt(x.pow(2).mean(self.axes, keepdim=True) + eps)
        return y if self.weight is None else y * self.weight


RMSNorm = getattr(nn, "RMSNorm", Documented)
torch.manual_seed(0)
x = torch.randn(2, 3, 6)
with torch.no_grad():
    norm = RMSNorm(6)
    print(norm(x))
    norm.weight.copy_(torch.linspace(0.5, 2, 6))
    print(norm(x), norm.weight.shape)
    print(RMSNorm(6, eps=0.1)(x)[0])
    print(RMSNorm([3, 6], elementwise_affine=False)(x)[1])
    print(RMSNorm(6)(x).pow(2).mean(-1))
