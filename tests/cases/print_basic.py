# Fixed notation: widths, whole numbers, signs, nesting of brackets.
import torch

print(torch.tensor([1.0, 2.0, 3.0]))
print(torch.tensor([1.5, 2.0, 3.0]))
print(torch.tensor([-1.5, 2.25, 30.125]))
print(torch.tensor([[1.0, -2.0], [3.0, 4.0]]))
print(torch.tensor([[0.5, 100.25], [3.0, 4.75]]))
print(torch.tensor([0.1, 0.22, 0.333, 0.4444, 0.55555]))
print(torch.tensor([999.0, 1.0]))
print(torch.tensor([12345.0, 1.0]))
print(torch.tensor([0.0, 0.0]))
print(torch.tensor([-0.0, 0.0]))
print(torch.arange(24).reshape(2, 3, 4))
print(torch.arange(24.0).reshape(2, 3, 4))
print(torch.arange(16.0).view(2, 2, 2, 2) / 8)
print(torch.tensor(3.0), torch.tensor(3.25), torch.tensor(7), torch.tensor(True))
print(str(torch.tensor([1, 2])), repr(torch.tensor([1.0])))
