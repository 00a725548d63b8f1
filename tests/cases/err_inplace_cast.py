# A float result for an integer tensor.
import torch

x = torch.arange(4)
x += 2
x *= 3
print(x)
x += 0.5
print(x)
