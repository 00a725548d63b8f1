# stack wants equals.
import torch

parts = [torch.ones(2), torch.ones(2)]
print(torch.stack(parts).shape)
parts.append(torch.ones(3))
print(len(parts))
torch.stack(parts, dim=0)
