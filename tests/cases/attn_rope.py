# Rotary positions: by pairs, by halves, and what stays invariant.
import torch


def angles(dim, length, base=10000.0):
    freq = 1.0 / (base ** (torch.arange(0, dim, 2).float() / dim))
    return torch.outer(torch.arange(length).float(), freq)


def rotate_half(x):
    x1, x2 = x.chunk(2, dim=-1)
    return torch.cat((-x2, x1), dim=-1)


def rope_halves(x):
    a = angles(x.shape[-1], x.shape[-2])
    emb = torch.cat((a, a), dim=-1)
    return x * emb.cos() + rotate_half(x) * emb.sin()


def rope_pairs(x):
    a = angles(x.shape[-1], x.shape[-2])
    even, odd = x[..., 0::2], x[..., 1::2]
    out = torch.empty_like(x)
    out[..., 0::2] = even * a.cos() - odd * a.sin()
    out[..., 1::2] = even * a.sin() + odd * a.cos()
    return out


torch.manual_seed(100)
print(angles(4, 3), angles(8, 2, base=100.0))
x = torch.randn(2, 3, 4)
print(rotate_half(torch.arange(4.0)))
print(rope_halves(x))
print(rope_pairs(x))
print(torch.allclose(rope_pairs(x).norm(dim=-1), x.norm(dim=-1), atol=1e-5), rope_halves(x)[:, 0].equal(x[:, 0]))
q, k = torch.ones(5, 4) * 0.5, torch.ones(5, 4)
s = rope_pairs(q) @ rope_pairs(k).T
print(s)
print(torch.allclose(s.diagonal(1), s[0, 1].expand(4), atol=1e-5), torch.allclose(s[0, 2], s[2, 4], atol=1e-5))
stacked = torch.stack((x[..., 0::2], x[..., 1::2]), dim=-1)
print(stacked.shape, stacked.flatten(-2).equal(x), angles(6, 4).shape)
print(torch.repeat_interleave(angles(4, 2), 2, dim=1))
