from torch.functional import F
import torch
print(F.relu(torch.tensor([-1.,2.])))
import torch.functional as G
print(G.F.softmax(torch.ones(2), 0))
