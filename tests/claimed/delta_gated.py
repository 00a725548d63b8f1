# Its steps, forward and backward, are told truly: suite captions.
import torch, torch.nn.functional as F
torch.manual_seed(0)
B, T, H, D = 2, 4, 3, 4
q, k, v = [torch.randn(B, H, T, D, requires_grad=True) for _ in range(3)]
beta, g = torch.rand(B, H, T, requires_grad=True), torch.rand(B, H, T, requires_grad=True)
S = torch.zeros(B, H, D, D)
o = []
for t in range(T):
    kt, qt, vt = k[:, :, t], q[:, :, t] * D ** -0.5, v[:, :, t]
    S = S * g[:, :, t, None, None].exp()
    kv = (S * kt.unsqueeze(-1)).sum(dim=-2)
    delta = (vt - kv) * beta[:, :, t].unsqueeze(-1)
    S = S + kt.unsqueeze(-1) * delta.unsqueeze(-2)
    o.append((S * qt.unsqueeze(-1)).sum(dim=-2))
y = torch.stack(o, 2)
((y - v) ** 2).mean().backward()
