# Its steps, forward and backward, are told truly: suite captions.
import torch
torch.manual_seed(0)
x = torch.randn(1, 4, 8)
w = torch.randn(8, 24)
past_k = torch.randn(1, 2, 3, 4)
past_v = torch.randn(1, 2, 3, 4)
qkv = x @ w
q, k, v = (t.view(1, 4, 2, 4).transpose(1, 2) for t in qkv.chunk(3, -1))
k = torch.cat([past_k, k], dim=2)
v = torch.cat([past_v, v], dim=2)
s = q @ k.transpose(-2, -1) / 2.0
a = s.softmax(-1)
o = a @ v
