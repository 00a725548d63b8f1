# Fused calls open into the stages that they are made of; a learned layer stays one line.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
B, T, C = 2, 4, 6
x = torch.randn(B, T, C)
norm = nn.LayerNorm(C)
q, k, v = nn.Linear(C, 3 * C)(norm(x)).chunk(3, dim=-1)
context = F.scaled_dot_product_attention(q, k, v, is_causal=True)
mha = nn.MultiheadAttention(C, 2, batch_first=True)
mask = torch.triu(torch.ones(T, T), diagonal=1).bool()
out, weights = mha(context, context, context, attn_mask=mask)
