# A value that does not fit where it goes.
import torch

x = torch.zeros(2, 3)
x[0] = torch.tensor([1.0, 2.0, 3.0])
x[:, 1] = 7
print(x)
x[1] = torch.tensor([1.0, 2.0])
