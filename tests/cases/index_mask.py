# Boolean masks, as index and as target.
import torch

x = torch.tensor([[1.0, -2.0, 3.0], [-4.0, 5.0, -6.0]])
m = x > 0
print(m, m.dtype)
print(x[m], x[~m])
print(x[x > 100], x[x > 100].shape)
rows = torch.tensor([True, False])
print(x[rows], x[rows].shape)
print(x[:, torch.tensor([True, False, True])])
print(x[rows, torch.tensor([False, True, False])])
x[x < 0] = 0
print(x)
x[m] = torch.tensor([10.0, 20.0, 30.0])
print(x)
x[rows] += 1
print(x)
x[:, torch.tensor([False, False, True])] = -1.0
print(x)
print((x > 0).sum(), (x > 0).sum(dim=1), (x == -1).any(), (x != 0).all())
print(x[(x > 0) & (x < 25)], x[(x < 0) | (x == 20)], x[(x > 0) ^ (x > 15)])
print(m.nonzero(), torch.nonzero(m[0]), m.nonzero(as_tuple=True))
print(x.masked_select(m))
print(torch.where(m))
y = torch.arange(24).reshape(2, 3, 4)
print(y[m], y[m].shape)
y[m] = 0
print(y)
print(y[y % 2 == 1].tolist())
