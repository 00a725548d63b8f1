# nn.MultiheadAttention rebuilt from its own weights.
import math
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(17)
embed, heads, tokens = 8, 2, 3
mha = nn.MultiheadAttention(embed, heads, batch_first=True)
x = torch.randn(1, tokens, embed)
expected, expected_w = mha(x, x, x, average_attn_weights=False)
print(mha.in_proj_weight.shape, mha.in_proj_weight[0], mha.out_proj.weight[0])
wq, wk, wv = mha.in_proj_weight.chunk(3)
bq, bk, bv = mha.in_proj_bias.chunk(3)
q, k, v = F.linear(x, wq, bq), F.linear(x, wk, bk), F.linear(x, wv, bv)
head_dim = embed // heads
q, k, v = [t.view(1, tokens, heads, head_dim).transpose(1, 2) for t in (q, k, v)]
print(q.shape, q[0, 0])
scores = q @ k.transpose(-2, -1) / math.sqrt(head_dim)
print(scores)
weights = scores.softmax(dim=-1)
print(weights)
context = (weights @ v).transpose(1, 2).contiguous().view(1, tokens, embed)
out = mha.out_proj(context)
print(out)
print(expected)
print(torch.allclose(out, expected, atol=1e-6), torch.allclose(weights, expected_w, atol=1e-6))
print(mha.embed_dim, mha.num_heads, mha.head_dim, mha.batch_first, mha._qkv_same_embed_dim)
nn.init.eye_(mha.out_proj.weight)
nn.init.zeros_(mha.out_proj.bias)
print(torch.allclose(mha(x, x, x)[0], context, atol=1e-6))
