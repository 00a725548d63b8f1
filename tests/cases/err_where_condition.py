# where wants a boolean condition.
import torch

m = torch.tril(torch.ones(2, 2))
s = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
print(torch.where(m == 1, s, torch.tensor(-1.0)))
print(torch.where(m.bool(), s, s * 10))
print(torch.where(m, s, s * 10))
