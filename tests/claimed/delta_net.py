# Its steps, forward and backward, are told truly: suite captions.
import torch
import torch.nn as nn, torch.nn.functional as F
torch.manual_seed(0)
class DeltaNet(nn.Module):
    def __init__(self, d, h):
        super().__init__()
        self.h, self.hd = h, d // h
        self.q, self.k, self.v = nn.Linear(d, d, bias=False), nn.Linear(d, d, bias=False), nn.Linear(d, d, bias=False)
        self.b = nn.Linear(d, h)
        self.a = nn.Linear(d, h)
        self.o = nn.Linear(d, d)
    def forward(self, x):
        B, T, D = x.shape
        q = F.normalize(F.silu(self.q(x)).view(B, T, self.h, self.hd), dim=-1)
        k = F.normalize(F.silu(self.k(x)).view(B, T, self.h, self.hd), p=2, dim=-1)
        v = self.v(x).view(B, T, self.h, self.hd)
        beta = self.b(x).sigmoid()
        g = (-F.softplus(self.a(x))).exp()
        S = x.new_zeros(B, self.h, self.hd, self.hd)
        outs = []
        for t in range(T):
            kt, vt, qt = k[:, t], v[:, t], q[:, t]
            S = S * g[:, t, :, None, None]
            old = torch.einsum("bhk,bhkv->bhv", kt, S)
            u = beta[:, t, :, None] * (vt - old)
            S = S + kt.unsqueeze(-1) * u.unsqueeze(-2)
            outs.append((qt.unsqueeze(-2) @ S).squeeze(-2))
        o = torch.stack(outs, dim=1)
        return self.o(o.reshape(B, T, D))
m = DeltaNet(8, 2)
x = torch.randn(2, 4, 8)
loss = m(x).pow(2).mean()
loss.backward()
