# Its steps, forward and backward, are told truly: suite captions.
import torch, math
import torch.nn as nn, torch.nn.functional as F
torch.manual_seed(0)
def rotate_half(x):
    x1, x2 = x.chunk(2, dim=-1)
    return torch.cat((-x2, x1), dim=-1)
def rope(x, cos, sin):
    return x * cos + rotate_half(x) * sin
class MLA(nn.Module):
    def __init__(self, d, h, dc, dr, dn):
        super().__init__()
        self.h, self.dr, self.dn = h, dr, dn
        self.wq = nn.Linear(d, h * (dn + dr), bias=False)
        self.wdkv = nn.Linear(d, dc + dr, bias=False)
        self.wukv = nn.Linear(dc, h * (dn + dn), bias=False)
        self.norm = nn.LayerNorm(dc)
        self.wo = nn.Linear(h * dn, d, bias=False)
    def forward(self, x):
        B, T, D = x.shape
        q = self.wq(x).view(B, T, self.h, self.dn + self.dr).transpose(1, 2)
        q_nope, q_pe = q.split([self.dn, self.dr], dim=-1)
        c = self.wdkv(x)
        c, k_pe = c.split([c.shape[-1] - self.dr, self.dr], dim=-1)
        k_pe = k_pe.view(B, T, 1, self.dr).transpose(1, 2)
        kv = self.wukv(self.norm(c)).view(B, T, self.h, 2 * self.dn).transpose(1, 2)
        k_nope, v = kv.split([self.dn, self.dn], dim=-1)
        pos = torch.arange(T).float()
        inv = 1.0 / (10000 ** (torch.arange(0, self.dr, 2).float() / self.dr))
        f = torch.outer(pos, inv)
        emb = torch.cat((f, f), dim=-1)
        cos, sin = emb.cos()[None, None], emb.sin()[None, None]
        q_pe, k_pe = rope(q_pe, cos, sin), rope(k_pe, cos, sin)
        q = torch.cat([q_nope, q_pe], dim=-1)
        k = torch.cat([k_nope, k_pe.expand(-1, self.h, -1, -1)], dim=-1)
        s = q @ k.transpose(-2, -1) / math.sqrt(self.dn + self.dr)
        mask = torch.triu(torch.ones(T, T, dtype=torch.bool), 1)
        s = s.masked_fill(mask, float('-inf'))
        w = F.softmax(s, dim=-1)
        o = (w @ v).transpose(1, 2).reshape(B, T, -1)
        return self.wo(o)
m = MLA(16, 2, 6, 4, 4)
x = torch.randn(2, 5, 16)
y = m(x)
y.pow(2).mean().backward()
