# Cross attention: queries from one sequence, keys and values from another.
from typing import Optional, Tuple

import torch
import torch.nn as nn
from torch import Tensor


class CrossAttention(nn.Module):
    def __init__(self, d_query: int, d_memory: int, d_out: int, heads: int = 1) -> None:
        super().__init__()
        self.heads = heads
        self.to_q = nn.Linear(d_query, d_out, bias=False)
        self.to_kv = nn.Linear(d_memory, d_out * 2, bias=False)
        self.out = nn.Linear(d_out, d_query)

    def forward(self, x: Tensor, memory: Optional[Tensor] = None, mask: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
        memory = x if memory is None else memory
        q, (k, v) = self.to_q(x), self.to_kv(memory).chunk(2, dim=-1)
        split = lambda t: t.reshape(*t.shape[:2], self.heads, -1).permute(0, 2, 1, 3)
        q, k, v = map(split, (q, k, v))
        dots = torch.einsum("bhid,bhjd->bhij", q, k) * (q.shape[-1] ** -0.5)
        if mask is not None:
            dots = dots.masked_fill(~mask[:, None, None, :], -torch.finfo(dots.dtype).max)
        attn = dots.softmax(dim=-1)
        merged = torch.einsum("bhij,bhjd->bhid", attn, v).permute(0, 2, 1, 3).flatten(2)
        return self.out(merged), attn


torch.manual_seed(77)
x, memory = torch.randn(2, 3, 4), torch.randn(2, 5, 6)
layer = CrossAttention(4, 6, 4, heads=2)
out, attn = layer(x, memory)
print(layer)
print(out)
print(attn.shape, attn[0, 0])
mask = torch.tensor([[1, 1, 1, 0, 0], [1, 1, 1, 1, 1]], dtype=torch.bool)
out, attn = layer(x, memory, mask=mask)
print(attn[:, 1], out[0, 0])
print(torch.allclose(attn.sum(-1), torch.ones(2, 2, 3)), (attn[0, :, :, 3:] == 0).all())
same = CrossAttention(4, 4, 4)
print(same(x)[0].shape, same(x)[1][0])
print(torch.finfo(torch.float32).max, torch.finfo(torch.float32).eps, torch.iinfo(torch.int64).max)
