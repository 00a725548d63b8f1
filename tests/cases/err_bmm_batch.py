# bmm with different batches.
import torch

a = torch.ones(2, 3, 4)
b = torch.ones(3, 4, 5)
print((a @ torch.ones(1, 4, 5)).shape)
print((a @ torch.ones(4, 5)).shape)
print(torch.bmm(a, b[:2]).shape)
print(torch.bmm(a, b).shape)
