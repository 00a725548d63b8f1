# A transpose that names an axis too far.
import torch

x = torch.zeros(2, 3)
print(x.transpose(0, 1).shape, x.transpose(-2, -1).shape)
print(x.transpose(1, 2).shape)
