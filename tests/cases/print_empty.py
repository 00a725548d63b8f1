# Tensors without elements.
import torch

print(torch.tensor([]))
print(torch.empty(0, 3))
print(torch.zeros(2, 0))
print(torch.zeros(2, 0, 3, dtype=torch.long))
print(torch.zeros(0, dtype=torch.bool))
print(torch.tensor([[], []]))
print(torch.tensor([]).sum(), torch.ones(0).prod())
print(torch.zeros(0, 3).shape, torch.zeros(0, 3).numel())
print(torch.arange(5)[5:], torch.arange(5)[3:1])
print(torch.zeros(0, 4).sum(dim=0), torch.zeros(0, 4).sum(dim=1))
print(torch.cat([torch.zeros(0, 2), torch.ones(1, 2)]))
print(torch.zeros(3, 0) @ torch.zeros(0, 2))
print(torch.zeros(2, 0, requires_grad=True))
print(torch.ones(2, 2)[torch.zeros(2, 2, dtype=torch.bool)])
print(torch.tensor([1.0, 2.0])[[]])
