# Its steps, forward and backward, are told truly: suite captions.
import torch, math, torch.nn.functional as F
torch.manual_seed(0)
def rotate_half(x):
    return torch.cat((-x[..., x.shape[-1] // 2:], x[..., : x.shape[-1] // 2]), dim=-1)
def apply_rotary_pos_emb(q, k, cos, sin, unsqueeze_dim=1):
    cos, sin = cos.unsqueeze(unsqueeze_dim), sin.unsqueeze(unsqueeze_dim)
    q_embed = (q * cos) + (rotate_half(q) * sin)
    k_embed = (k * cos) + (rotate_half(k) * sin)
    return q_embed, k_embed
B, T, H, D = 2, 5, 3, 4
x = torch.randn(B, T, 12)
wq, wk, wv = [torch.randn(12, n, requires_grad=True) for n in (12, 4, 4)]
pos = torch.arange(T)[None].expand(B, T).float()
inv = 1 / 100 ** (torch.arange(0, D, 2) / D)
f = pos[..., None] * inv
emb = torch.cat([f, f], -1)
q = (x @ wq).view(B, T, H, D).transpose(1, 2)
k = (x @ wk).view(B, T, 1, D).transpose(1, 2)
v = (x @ wv).view(B, T, 1, D).transpose(1, 2)
q, k = apply_rotary_pos_emb(q, k, emb.cos(), emb.sin())
k, v = k.expand(B, H, T, D), v.expand(B, H, T, D)
w = F.softmax(q @ k.transpose(2, 3) / math.sqrt(D), dim=-1, dtype=torch.float32)
o = (w @ v).transpose(1, 2).reshape(B, T, H * D)
o.pow(2).sum().backward()
