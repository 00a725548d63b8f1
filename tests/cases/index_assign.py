# Assignment through every kind of index.
import torch

x = torch.zeros(4, 5)
x[0] = 1
x[1, 2] = 2.5
x[2, 1:4] = torch.tensor([7.0, 8.0, 9.0])
print(x)
x[:, 0] = -1
x[-1, ::2] = 4
print(x)
x[..., -1] = torch.arange(4)
print(x)
x[[0, 3]] = 0.5
print(x)
x[[1, 2], [1, 1]] = torch.tensor([-7.0, -8.0])
print(x)
x[torch.tensor([0, 1]), 2:4] = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
print(x)
x[2:] = x[:2]
print(x)
x[0] += 100
x[:, 1] *= 2
x[1][3] = -50
print(x)
x[None, 3] = 6
x[3, None, 0] = 5
print(x)
x[:] = torch.ones(5)
print(x[0], x.sum())
n = torch.arange(6).reshape(2, 3)
n[0, 0] = 9.7
n[1] = torch.tensor([1.2, 2.9, -3.9])
print(n)
n[n > 1] = -n[n > 1]
print(n)
b = torch.zeros(3, dtype=torch.bool)
b[1] = True
b[2] = 5
print(b)
cache = torch.zeros(2, 4, 2)
for step in range(3):
    cache[:, step] = torch.full((2, 2), float(step + 1))
print(cache)
