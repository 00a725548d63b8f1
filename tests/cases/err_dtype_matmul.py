# A product of two types.
import torch

a = torch.ones(2, 2)
b = torch.ones(2, 2, dtype=torch.long)
print((a + b).dtype, (a @ b.float()).dtype)
print(a @ b)
