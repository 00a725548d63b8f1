"""MLA: naive, absorbed and step by step give the same numbers (DeepSeek-V2)."""
import math
import torch
from torch import nn
import torch.nn.functional as F


def rope(x, pos, base=10000.0):
    d = x.shape[-1]
    inv = 1.0 / (base ** (torch.arange(0, d, 2, dtype=torch.float32) / d))
    ang = torch.outer(pos.float(), inv)
    cos, sin = ang.cos()[:, None, :], ang.sin()[:, None, :]
    x1, x2 = x.float().unflatten(-1, (-1, 2)).unbind(-1)
    return torch.stack([x1 * cos - x2 * sin, x1 * sin + x2 * cos], -1).flatten(-2)


class MLA(nn.Module):
    def __init__(self, dim=32, heads=4, q_lora=12, kv_lora=8, nope=8, pe=4, vdim=8, absorb=False):
        super().__init__()
        self.h, self.nope, self.pe, self.vdim, self.kv_lora, self.absorb = heads, nope, pe, vdim, kv_lora, absorb
        self.wq_a, self.q_norm = nn.Linear(dim, q_lora, bias=False), nn.LayerNorm(q_lora, elementwise_affine=False)
        self.wq_b = nn.Linear(q_lora, heads * (nope + pe), bias=False)
        self.wkv_a = nn.Linear(dim, kv_lora + pe, bias=False)
        self.kv_norm = nn.LayerNorm(kv_lora)
        self.wkv_b = nn.Linear(kv_lora, heads * (nope + vdim), bias=False)
        self.wo = nn.Linear(heads * vdim, dim, bias=False)
        self.scale = (nope + pe) ** -0.5
        self.register_buffer("kv_cache", torch.zeros(2, 16, kv_lora), persistent=False)
        self.register_buffer("pe_cache", torch.zeros(2, 16, pe), persistent=False)

    def forward(self, x, start=0, mask=None):
        b, s, _ = x.size()
        end = start + s
        pos = torch.arange(start, end)
        q = self.wq_b(self.q_norm(self.wq_a(x))).view(b, s, self.h, self.nope + self.pe)
        q_nope, q_pe = torch.split(q, [self.nope, self.pe], dim=-1)
        q_pe = rope(q_pe, pos)
        kv, k_pe = torch.split(self.wkv_a(x), [self.kv_lora, self.pe], dim=-1)
        k_pe = rope(k_pe.unsqueeze(2), pos)
        if not self.absorb:
            q = torch.cat([q_nope, q_pe], dim=-1)
            kvb = self.wkv_b(self.kv_norm(kv)).view(b, s, self.h, self.nope + self.vdim)
            k_nope, v = kvb.split([self.nope, self.vdim], dim=-1)
            k = torch.cat([k_nope, k_pe.expand(-1, -1, self.h, -1)], dim=-1)
            scores = torch.einsum("bshd,bthd->bsht", q, k) * self.scale
        else:
            wkv_b = self.wkv_b.weight.view(self.h, -1, self.kv_lora)
            q_nope = torch.einsum("bshd,hdc->bshc", q_nope, wkv_b[:, :self.nope])
            self.kv_cache[:b, start:end] = self.kv_norm(kv)
            self.pe_cache[:b, start:end] = k_pe.squeeze(2)
            scores = (torch.einsum("bshc,btc->bsht", q_nope, self.kv_cache[:b, :end])
                      + torch.einsum("bshr,btr->bsht", q_pe, self.pe_cache[:b, :end])) * self.scale
        if mask is not None:
            scores += mask.unsqueeze(1)
        scores = scores.softmax(dim=-1, dtype=torch.float32).type_as(x)
        if not self.absorb:
            out = torch.einsum("bsht,bthd->bshd", scores, v)
        else:
            out = torch.einsum("bsht,btc->bshc", scores, self.kv_cache[:b, :end])
            out = torch.einsum("bshc,hdc->bshd", out, wkv_b[:, -self.vdim:])
        return self.wo(out.flatten(2))


torch.manual_seed(21)
a, b = MLA(), MLA(absorb=True)
missing = b.load_state_dict(a.state_dict(), strict=True)
print(missing, sum(p.numel() for p in a.parameters()))
x = torch.randn(2, 7, 32)
mask = torch.full((7, 7), float("-inf")).triu_(1)
with torch.no_grad():
    y1, y2 = a(x, mask=mask), b(x, mask=mask)
    steps = torch.cat([b(x[:, t:t + 1], start=t) for t in range(7)], dim=1)
print(y1[0, -1, :6], y2[0, -1, :6], steps[0, -1, :6], sep="\n")
print([torch.allclose(y1, t, atol=1e-6) for t in (y2, steps)], (y1 - y2).abs().max() < 1e-5)
full = 2 * a.h * (a.nope + a.pe + a.vdim) // 2
print(f"cache per token: {a.kv_lora + a.pe} numbers instead of {full} ({1 - (a.kv_lora + a.pe) / full:.1%} less)")
