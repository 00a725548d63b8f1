# expand of an axis that is not one.
import torch

x = torch.ones(3, 1)
print(x.expand(3, 4).shape, x.expand(2, 3, 4).shape, x.expand(-1, 2).shape)
print(x.expand(6, 1))
