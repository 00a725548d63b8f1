# Too many values for the names.
import torch

x = torch.zeros(2, 3, 4)
b, t, c = x.shape
print(b, t, c)
b, t = x.shape
