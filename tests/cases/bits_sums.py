# Gradients whose last bit tells in which order they were added up: cdist, one after the other; einsum over axes of one
# cell, which has no product of matrices; targets of mse_loss that were repeated; a vector through F.linear; cumprod of one.
import warnings

import torch
import torch.nn.functional as F


def show(*tensors):
    sums = []
    for x in tensors:
        bits = x.detach().contiguous().view(torch.int32).long().flatten()
        sums.append((bits * (torch.arange(bits.numel()) % 1009 + 1)).sum().item())
    print(*sums)


def back(f, *shapes):
    inputs = [torch.randn(shape, requires_grad=True) for shape in shapes]
    y = f(*inputs)
    (y * torch.randn(y.shape)).sum().backward()
    show(y, *[x.grad for x in inputs])


warnings.simplefilter("ignore")
torch.manual_seed(0)
for n in (1, 2, 4, 5, 9, 17):
    for width in (1, 3, 8, 11):
        back(torch.cdist, (n, width), (n + 1, width))
        back(lambda x, weight: F.linear(x, weight), (width,), (n, width))
    back(lambda a, b: torch.einsum("ij,jk->ik", a, b), (n, 1), (1, 8))
    back(lambda a: torch.einsum("ij,kj->ik", a, a), (n, 1))
    back(lambda a, b: torch.einsum("...ij,...ik->...jk", a, b), (2, 1, n), (2, 1, 7))
    back(lambda a, b: F.mse_loss(a.transpose(0, 2).square(), b), (n, 3, 5), (1, 3, n))
    back(lambda x: x.cumprod(0), (1, n))
