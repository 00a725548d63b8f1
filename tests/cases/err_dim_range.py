# An axis that is not there.
import torch

x = torch.ones(2, 3)
print(x.sum(dim=-2), x.unsqueeze(2).shape, x.unsqueeze(-3).shape)
for dim in (0, 1, 2):
    print(dim, torch.softmax(x, dim=dim))
