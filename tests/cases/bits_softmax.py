# softmax and log_softmax of short rows, to the last bit: what their cells' bits add up to.
import torch
import torch.nn.functional as F


def bits(x):
    cells = x.contiguous().view(-1).view(torch.int32).to(torch.int64)
    return int((cells * (torch.arange(cells.numel()) % 997 + 1)).sum())


torch.manual_seed(7)
for n in [*range(1, 36), 47, 48, 63, 64, 65, 80, 127, 128, 130, 200]:
    x = torch.randn(37, n) * 3
    hidden = x.masked_fill(torch.triu(torch.ones(37, n), diagonal=1) == 1, float("-inf"))
    print(n, bits(F.softmax(x, dim=-1)), bits(F.log_softmax(x, dim=-1)), bits(F.softmax(hidden, dim=-1)))

x = torch.randn(3, 5, 12)
x[0, 1, 3] = float("nan")
x[1, 2] = float("-inf")
x[2, 0, 11] = float("inf")
print(torch.isnan(F.softmax(x, dim=-1)).sum(dim=-1))
