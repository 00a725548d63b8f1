# The mean of whole numbers.
import torch

x = torch.tensor([[1, 2], [3, 4]])
print(x.sum(), x.float().mean(), x.sum() / x.numel())
print(x.mean())
