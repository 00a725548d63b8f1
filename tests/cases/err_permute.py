# permute must name each axis.
import torch

x = torch.zeros(2, 3, 4)
print(x.permute(2, 0, 1).shape, x.permute(-1, 0, 1).shape)
x.permute(1, 0)
