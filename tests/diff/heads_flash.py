import torch, torch.nn as nn
torch.manual_seed(3)
d, h, T, B = 16, 4, 6, 2
ref = nn.MultiheadAttention(d, h, batch_first=True)
x = torch.randn(B, T, d)
q, k, v = torch.nn.functional.linear(x, ref.in_proj_weight, ref.in_proj_bias).chunk(3, -1)
outs = []
for i in range(h):
    sl = slice(i * (d // h), (i + 1) * (d // h))
    qi, ki, vi = q[..., sl], k[..., sl], v[..., sl]
    m = torch.full((B, T, 1), float("-inf"))
    l = torch.zeros(B, T, 1)
    o = torch.zeros(B, T, d // h)
    for j in range(0, T, 2):
        s = qi @ ki[:, j:j+2].transpose(1, 2) * (d // h) ** -0.5
        keep = torch.arange(T)[:, None] >= torch.arange(j, j + 2)[None]
        s = s.masked_fill(~keep, -1e30)
        m2 = torch.maximum(m, s.amax(-1, keepdim=True))
        p = (s - m2).exp() * keep
        c = (m - m2).exp()
        l = l * c + p.sum(-1, keepdim=True)
        o = o * c + p @ vi[:, j:j+2]
        m = m2
    outs.append(o / l)
y = torch.cat(outs, -1)
print(ref.out_proj(y)[0, 0])
