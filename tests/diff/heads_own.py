import math, torch, torch.nn as nn
torch.manual_seed(3)
d, h, T, B = 16, 4, 6, 2
ref = nn.MultiheadAttention(d, h, batch_first=True)
x = torch.randn(B, T, d)
w, b = ref.in_proj_weight, ref.in_proj_bias
q = x @ w[:d].T + b[:d]
k = x @ w[d:2*d].T + b[d:2*d]
v = x @ w[2*d:].T + b[2*d:]
def heads(t):
    return t.view(B, T, h, d // h).transpose(1, 2)
q, k, v = heads(q), heads(k), heads(v)
s = q @ k.transpose(-2, -1) / math.sqrt(d // h)
m = torch.triu(torch.ones(T, T, dtype=torch.bool), 1)
s = s.masked_fill(m, float("-inf"))
p = s.softmax(-1)
o = (p @ v).transpose(1, 2).reshape(B, T, d)
out = o @ ref.out_proj.weight.T + ref.out_proj.bias
print(out[0, 0])
