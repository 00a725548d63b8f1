# Functions to the last bit where PyTorch has no vectors for them, or only for whole groups of 16 cells: the
# C library's steps. Arguments of all sizes, rows that fill no group, and what lies in columns.
import torch
import torch.nn.functional as F


def show(*tensors):
    sums = []
    for x in tensors:
        bits = x.contiguous().view(torch.int32).long().flatten()
        sums.append((bits * (torch.arange(bits.numel()) % 1009 + 1)).sum().item())
    print(*sums)


torch.manual_seed(0)
for n in (1, 7, 15, 16, 17, 40, 100, 1003):
    for scale in (0.01, 0.5, 1, 3, 20):
        x, y = torch.randn(n) * scale, torch.randn(n)
        inside = torch.rand(n) * 2 - 1
        print(n, scale)
        show(x.asinh(), x.abs().add(1).acosh(), inside.atanh(), x.sinh(), x.cosh(), x.tanh())
        show(x.lgamma(), x.digamma(), x.erfc(), inside.erfinv(), inside.abs().logit(), F.softplus(x))
        show(torch.atan2(x, y), torch.logaddexp(x, y), torch.xlogy(x, y.abs()), F.gelu(x, approximate='tanh'))

print('edges')
edges = torch.tensor([0.0, -0.0, 1, -1, 1e-30, -1e-12, 1e-5, 0.7, 10, -3, 11.5, 80, 1e10, 3e38, torch.inf, -torch.inf])
for f in (torch.asinh, torch.acosh, torch.atanh, torch.sinh, torch.cosh, torch.digamma, torch.erfinv, torch.erfc):
    print(f(edges[:9]), f(edges[9:]))
print(torch.atan2(edges[:9], -edges[:9]), torch.atan2(edges[9:], edges[9:].flip(0)))

print('turned')
x, y = torch.randn(9, 20), torch.randn(20, 9)
show(x.t().asinh(), y.sinh().t(), torch.atan2(x, y[:, :1].t().expand(9, 20)), x.t().digamma())

print('products')
for n in (3, 31, 32, 33, 64, 100, 1000):
    x = torch.randn(n).abs() ** 0.3
    z = torch.randn(n, 40).abs() ** 0.3
    show(x.prod(), z.prod(0), z.prod(1), z.t().prod(0), z.t().prod(1), torch.randn(n, n).diagonal().prod())

print('means of spreads')
for shape in ((3, 4, 5), (5, 8, 7), (7, 3, 40), (2, 16, 33)):
    z = torch.randn(shape)
    for dim in (0, 1, 2):
        show(*torch.var_mean(z, dim, False), *torch.std_mean(z, dim))

print('batches')
for shape in ((1, 2, 3), (3, 4, 5), (5, 8, 7), (7, 3, 40)):
    z, w = torch.randn(shape), torch.randn(shape[1], shape[1])
    show(torch.addbmm(w, z, z.transpose(1, 2)), torch.addbmm(w[0], z, z.transpose(1, 2), beta=0.5, alpha=1.3))
