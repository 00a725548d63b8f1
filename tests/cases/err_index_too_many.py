# More indices than axes.
import torch

x = torch.arange(6).reshape(2, 3)
print(x[1, 2], x[..., 1], x[None, 1, 2])
print(x[0, 1, 2])
