# Joining what does not match.
import torch

a, b = torch.ones(2, 3), torch.ones(2, 4)
print(torch.cat([a, b], dim=1).shape)
print(torch.cat([a, torch.tensor([])]).shape)
print(torch.cat([a, b], dim=0))
