import math, torch, torch.nn as nn
torch.manual_seed(3)
d, h, T, B = 16, 4, 6, 2
mha = nn.MultiheadAttention(d, h, batch_first=True)
x = torch.randn(B, T, d)
m = torch.triu(torch.ones(T, T, dtype=torch.bool), 1)
out, w = mha(x, x, x, attn_mask=m)
print(out[0, 0])
