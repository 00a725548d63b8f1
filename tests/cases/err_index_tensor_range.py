# An integer tensor that points outside.
import torch

x = torch.arange(6.0).reshape(2, 3)
i = torch.tensor([1, 0, -2])
print(x[i])
print(x[:, torch.tensor([2, -3])])
print(x[:, torch.tensor([0, 3])])
