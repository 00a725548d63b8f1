# Too few values for the names.
import torch

x = torch.zeros(2, 3)
rows, cols = x.size()
print(rows, cols)
B, T, C = x.size()
