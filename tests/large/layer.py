# A causal attention layer large enough that every kernel, thread and block size has its turn.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
B, T, C, H = 2, 150, 192, 6
x = torch.randn(B, T, C)
qkv = nn.Linear(C, 3 * C)
out = nn.Linear(C, C)
mask = torch.triu(torch.ones(T, T, dtype=torch.bool), diagonal=1)
q, k, v = qkv(x).chunk(3, dim=-1)
q, k, v = [t.view(B, T, H, C // H).transpose(1, 2) for t in (q, k, v)]
scores = q @ k.transpose(-2, -1) / (C // H) ** 0.5
weights = F.softmax(scores.masked_fill(mask, float("-inf")), dim=-1)
y = out((weights @ v).transpose(1, 2).reshape(B, T, C))
torch.set_printoptions(precision=8)
with torch.no_grad():
    for t in (x, q, scores, weights, y):
        print(t.double().sum().item(), t.double().pow(2).sum().item(), t.std().item())
        print(t[..., -3:, -3:])
    e = torch.einsum("bhtd,bhsd->bhts", q, k)
    print((e - q @ k.transpose(-2, -1)).abs().max().item())
    for f in (torch.exp, torch.tanh, torch.sigmoid, F.gelu, torch.sin, F.silu):
        print(f(y).sum().item())
    print(F.layer_norm(y, (C,)).double().pow(3).sum().item(), y.var(-1).sum().item())
