# F.scaled_dot_product_attention came with PyTorch 2.0. Where it is missing, its documented definition
# in 1.13's own primitives stands in: the expected output is made with that.
import math
import torch
import torch.nn.functional as F


def documented(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None,
               enable_gqa=False):
    L, S = query.size(-2), key.size(-2)
    scale_factor = 1 / math.sqrt(query.size(-1)) if scale is None else scale
    attn_bias = torch.zeros(L, S, dtype=query.dtype)
    if is_causal:
        if attn_mask is not None:
            raise RuntimeError("mask and is_causal")
        allowed = torch.ones(L, S, dtype=torch.bool).tril(diagonal=0)
        attn_bias = attn_bias.masked_fill(allowed.logical_not(), float("-inf"))
    if attn_mask is not None:
        if attn_mask.dtype == torch.bool:
            attn_bias = attn_bias + torch.zeros_like(attn_mask, dtype=query.dtype).masked_fill(
                attn_mask.logical_not(), float("-inf"))
        else:
            attn_bias = attn_mask + attn_bias
    if enable_gqa:
        key = key.repeat_interleave(query.size(-3) // key.size(-3), -3)
        value = value.repeat_interleave(query.size(-3) // value.size(-3), -3)
    attn_weight = query @ key.transpose(-2, -1) * scale_factor
    attn_weight = attn_weight + attn_bias
    attn_weight = torch.softmax(attn_weight, dim=-1)
    attn_weight = torch.where(torch.isnan(attn_weight), torch.zeros(()), attn_weight)
    attn_weight = torch.dropout(attn_weight, dropout_p, train=True)
    return attn_weight @ value


sdpa = getattr(F, "scaled_dot_product_attention", documented)
torch.manual_seed(3)
B, H, L, S, E = 2, 4, 5, 6, 8
q, k, v = torch.randn(B, H, L, E), torch.randn(B, H, S, E), torch.randn(B, H, S, E)
print(sdpa(q, k, v)[0, 0])
print(sdpa(q, k, v, is_causal=True)[1, 2])
print(sdpa(q, k, v, scale=0.1)[0, 1])
allowed = torch.rand(L, S) > 0.3
allowed[2] = False
print(sdpa(q, k, v, attn_mask=allowed)[0, 0])
bias = torch.randn(B, 1, L, S)
print(sdpa(q, k, v, attn_mask=bias)[1, 3])
padding = torch.tensor([[True] * 6, [True] * 4 + [False] * 2])[:, None, None, :]
print(sdpa(q, k, v, attn_mask=padding)[1, 0])
few_k, few_v = k[:, :2], v[:, :2]
print(sdpa(q, few_k, few_v, enable_gqa=True)[0].sum(dim=-1))
print(sdpa(q[0, 0], k[0, 0], v[0, 0]).shape, sdpa(q[0], k[0], v[0]).shape)
print(sdpa(q, k, v, dropout_p=0.5)[0, 0])
try:
    sdpa(q, k, v, attn_mask=allowed, is_causal=True)
except RuntimeError:
    print("a mask and is_causal exclude each other")
