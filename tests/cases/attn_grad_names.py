# Every step of a layer printed as it stands, with the names of the operations that made it.
import math
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(20)
B, T, C, H = 1, 3, 4, 2
x = torch.randn(B, T, C)
q_proj, k_proj, v_proj = (nn.Linear(C, C, bias=bias) for bias in (True, False, False))
q, k, v = q_proj(x), k_proj(x), v_proj(x)
print("q", q)
print("k", k)
q = q.view(B, T, H, C // H)
print("view", q)
q = q.transpose(1, 2)
print("transpose", q)
k = k.reshape(B, T, H, -1).permute(0, 2, 3, 1)
print("permute", k)
v = v.view(B, -1, H, C // H).transpose(1, 2)
scores = q @ k
print("scores", scores)
scores = scores / math.sqrt(C // H)
print("scaled", scores)
mask = torch.tril(torch.ones(T, T)).bool()
scores = scores.masked_fill(~mask, float("-inf"))
print("masked", scores)
weights = F.softmax(scores, dim=-1)
print("weights", weights)
print("dropped", F.dropout(weights, 0.5))
context = weights @ v
print("context", context)
joined = context.transpose(1, 2).contiguous()
print("contiguous", joined.grad_fn.__class__.__name__, joined.view(B, T, C))
print("reshape", context.transpose(1, 2).reshape(B, T, C))
print("flatten", joined.flatten(2))
print("mean", context.mean(dim=(1, 2)), context.sum(), context[0, 0, 0], context.max(), context[..., :1].squeeze(-1))
print("cat", torch.cat([head.squeeze(1) for head in context.split(1, dim=1)], dim=-1))
print("einsum", torch.einsum("bhqk,bhkd->bqhd", weights, v))
print("no grad", context.detach(), weights.data[0, 0])
