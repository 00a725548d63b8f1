# A method that tensors do not have.
import torch

x = torch.zeros(2)
print(x.numel())
x.zzz_unknown()
