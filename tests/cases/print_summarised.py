# More than a thousand elements: three at each edge, the rest is dots.
import torch

print(torch.arange(1001))
print(torch.arange(1000.0).sum())
print(torch.arange(2000.0).reshape(40, 50))
print(torch.arange(1200).reshape(10, 10, 12))
print(torch.zeros(2, 700))
print(torch.ones(600, 2, dtype=torch.bool))
x = torch.arange(3000.0).reshape(3, 1000) / 7
print(x)
x[1, 500] = 1e12
print(x)
x[1, 1] = 1e-6
print(x)
print(torch.arange(1500.0, requires_grad=True))
print(torch.zeros(7, 1, 200))
