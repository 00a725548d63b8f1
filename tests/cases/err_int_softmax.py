# softmax knows no integers.
import torch

x = torch.arange(4)
print(torch.softmax(x.float(), dim=0))
print(torch.softmax(x, dim=0, dtype=torch.float32).sum() > 0.99)
print(torch.softmax(x, dim=0))
