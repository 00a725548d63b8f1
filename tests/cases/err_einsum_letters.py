# An equation with too few letters.
import torch

x = torch.ones(2, 3, 4)
print(torch.einsum("bij->bji", x).shape)
print(torch.einsum("ij->ji", x).shape)
