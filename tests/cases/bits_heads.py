# The last bits of products of heads that were split off by view and transpose: PyTorch copies both
# operands first, and how the copies lie chooses OpenBLAS's order of the sum.
import torch

torch.manual_seed(0)


def bits(t):
    return t.contiguous().view(torch.int32).long().sum().item()


for d in (8, 32, 64):
    for n in (4, 10, 12, 20):
        q, k, v = (torch.randn(2, n, 4, d).transpose(1, 2) for _ in range(3))
        w = torch.randn(2, 4, n, n)
        print(d, n, bits(q @ k.transpose(-2, -1)), bits(q @ k.contiguous().transpose(-2, -1)),
              bits(q.contiguous() @ k.contiguous().mT), bits(w @ v), bits(k.mT @ q), bits(w[:1] @ v), bits(w[:, :1] @ v),
              bits(q[:1] @ k[:1].mT), bits(q[:, :1] @ k.mT))
