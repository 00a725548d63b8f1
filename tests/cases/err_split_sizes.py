# Parts that do not add up.
import torch

x = torch.arange(10)
print([p.tolist() for p in x.split([3, 3, 4])])
a, b = x.chunk(2)
print(a, b)
x.split([3, 3])
