# nn.Parameter(x) and x.data are other tensors over the same memory.
import torch
import torch.nn as nn

B, T, C, hs = 1, 2, 3, 4
torch.manual_seed(0)
x = torch.randn(B, T, C)
w = nn.Parameter(torch.randn(hs, C))
q = x @ w.T
print(q.data.transpose(1, 2))
w.data.view(-1)[0] = 1
print(w.data.T)
