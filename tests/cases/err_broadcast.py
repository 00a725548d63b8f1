# Sizes that do not stretch.
import torch

a = torch.zeros(2, 3)
print((a + torch.ones(3)).shape, (a + torch.ones(2, 1)).shape)
b = torch.ones(2, 4)
print(a[:, :1] + b)
print(a + b)
