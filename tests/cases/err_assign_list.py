# A list is not assigned to a row.
import torch

x = torch.zeros(2, 3)
x[0] = torch.tensor([1.0, 2.0, 3.0])
print(x)
x[1] = [4.0, 5.0, 6.0]
