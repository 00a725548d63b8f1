# view and reshape to a size that does not fit.
import torch

x = torch.arange(8)
print(x.view(2, -1), x.view(-1).shape)
try:
    x.view(3, -1)
except RuntimeError as e:
    print(e)
try:
    x.view(-1, -1)
except RuntimeError as e:
    print(e)
x.reshape(2, 3)
