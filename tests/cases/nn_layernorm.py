# LayerNorm by module, by function, by hand; RMSNorm as people write it.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(8)
x = torch.randn(2, 3, 6) * 3 + 1
norm = nn.LayerNorm(6)
y = norm(x)
print(y)
print(y.mean(-1).abs().max() < 1e-6, torch.allclose(y.var(-1, unbiased=False), torch.ones(2, 3), atol=1e-4))
mean = x.mean(-1, keepdim=True)
var = x.var(-1, keepdim=True, unbiased=False)
print(torch.allclose(y, (x - mean) / torch.sqrt(var + norm.eps), atol=1e-5), mean[0, 0], var[0, 0])
print(F.layer_norm(x, [6])[0, 0], F.layer_norm(x, (3, 6))[1, 2], F.layer_norm(x, x.shape[1:], eps=1e-3)[0, 1])
norm.weight.data = torch.arange(6.0)
norm.bias.data.fill_(0.5)
print(norm(x)[0, 0])
print(nn.LayerNorm(6, elementwise_affine=False)(x)[0, 1], nn.LayerNorm((3, 6)).weight.shape)


class RMSNorm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def _norm(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)

    def forward(self, x):
        return self._norm(x.float()).type_as(x) * self.weight


class OwnNorm(nn.Module):
    def __init__(self, features, eps=1e-6):
        super(OwnNorm, self).__init__()
        self.a_2 = nn.Parameter(torch.ones(features))
        self.b_2 = nn.Parameter(torch.zeros(features))
        self.eps = eps

    def forward(self, x):
        return self.a_2 * (x - x.mean(-1, keepdim=True)) / (x.std(-1, keepdim=True) + self.eps) + self.b_2


print(RMSNorm(6)(x))
print(OwnNorm(6)(x)[1])
print(RMSNorm(6), OwnNorm(6))
