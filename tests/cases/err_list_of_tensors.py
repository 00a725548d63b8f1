# torch.tensor takes numbers, torch.stack takes tensors.
import torch

rows = [torch.ones(2), torch.zeros(2)]
print(torch.stack(rows))
print(torch.tensor(rows))
