# Attention in bfloat16, and what .half() meets on a CPU.
import torch, math
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)
class Head(nn.Module):
    def __init__(s, d, h):
        super().__init__()
        s.h = h
        s.q = nn.Linear(d, d, bias=False); s.k = nn.Linear(d, d); s.v = nn.Linear(d, d); s.o = nn.Linear(d, d)
        s.n = nn.LayerNorm(d)
        s.register_buffer("mask", torch.tril(torch.ones(16, 16)).bool())
    def forward(s, x):
        B, T, C = x.shape
        x = s.n(x)
        q, k, v = [f(x).view(B, T, s.h, C // s.h).transpose(1, 2) for f in (s.q, s.k, s.v)]
        a = (q @ k.transpose(-2, -1)) / math.sqrt(C // s.h)
        a = a.masked_fill(~s.mask[:T, :T], float("-inf"))
        w = F.softmax(a, dim=-1)
        print(w)
        return s.o((w @ v).transpose(1, 2).contiguous().view(B, T, C))
for (B, T, C, H) in [(1, 4, 8, 2), (2, 6, 16, 4), (1, 10, 32, 2), (3, 5, 12, 3), (2, 16, 24, 2)]:
    m = Head(C, H)
    x = torch.randn(B, T, C)
    b = m.to(torch.bfloat16)
    y = b(x.bfloat16())
    print(y.dtype, y)
    print(b.q.weight.dtype, b.mask.dtype, {k: v.dtype for k, v in b.state_dict().items()})
    try:
        m.half()(x.half())
    except RuntimeError as e:
        print(e)
    try:
        b.bfloat16()(x)
    except RuntimeError as e:
        print(e)
    m.float()
mha = nn.MultiheadAttention(16, 4, batch_first=True).bfloat16()
x = torch.randn(2, 5, 16).bfloat16()
o, w = mha(x, x, x)
print(o, w)
enc = nn.TransformerEncoderLayer(16, 4, 32, batch_first=True, dropout=0.0).bfloat16()
print(enc(x))
e = nn.Embedding(10, 8).bfloat16()
print(e(torch.tensor([[1, 2], [3, 4]])))
r = torch.randn(2, 3, 16).bfloat16()
print(r * torch.rsqrt(r.pow(2).mean(-1, keepdim=True) + 1e-6))
