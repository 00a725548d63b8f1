import torch, torch.nn as nn
torch.manual_seed(3)
d, h, T, B = 16, 4, 6, 2
ref = nn.MultiheadAttention(d, h, batch_first=True)
x = torch.randn(B, T, d)
W = ref.in_proj_weight.view(3, h, d // h, d)
bias = ref.in_proj_bias.view(3, h, d // h)
qkv = torch.einsum("btd,nhkd->nbthk", x, W) + bias[:, None, None]
q, k, v = qkv
s = torch.einsum("bthk,bshk->bhts", q * (d // h) ** -0.5, k)
s = s + torch.full((T, T), -1e9).triu(1)
a = torch.softmax(s, dim=3)
o = torch.einsum("bhts,bshk->bthk", a, v).flatten(2)
print(torch.einsum("btd,ed->bte", o, ref.out_proj.weight).add(ref.out_proj.bias)[0, 0])
