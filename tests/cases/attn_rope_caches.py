# Rotary positions in several forms, and key-value caches.
import torch
torch.manual_seed(0)
# RoPE variants
def rope_interleaved(x, base=10000):
    b, h, t, d = x.shape
    inv = base ** (-torch.arange(0, d, 2).float() / d)
    ang = torch.einsum('i,j->ij', torch.arange(t).float(), inv)
    sin, cos = ang.sin(), ang.cos()
    x1, x2 = x[..., ::2], x[..., 1::2]
    return torch.stack([x1 * cos - x2 * sin, x1 * sin + x2 * cos], dim=-1).flatten(-2)
def rotate_every_two(x):
    x = x.view(*x.shape[:-1], -1, 2)
    a, b = x.unbind(-1)
    return torch.stack((-b, a), dim=-1).reshape(*x.shape[:-2], -1)
q = torch.randn(1, 1, 3, 4)
print(rope_interleaved(q))
cos = torch.repeat_interleave(torch.cos(torch.outer(torch.arange(3.), 10000 ** (-torch.arange(0, 4, 2) / 4))), 2, dim=-1)
sin = torch.sin(torch.outer(torch.arange(3.), 10000 ** (-torch.arange(0, 4, 2) / 4))).repeat_interleave(2, -1)
print(torch.allclose(q * cos + rotate_every_two(q) * sin, rope_interleaved(q), atol=1e-6), rotate_every_two(q))
def rot_matrix(m, d):
    R = torch.zeros(d, d)
    for i in range(d // 2):
        th = torch.tensor(10000. ** (-2 * (i - 1) / d)); mt = m * th
        R[2 * i, 2 * i] = torch.cos(mt); R[2 * i, 2 * i + 1] = -torch.sin(mt)
        R[2 * i + 1, 2 * i] = torch.sin(mt); R[2 * i + 1, 2 * i + 1] = torch.cos(mt)
    return R
print(rot_matrix(1, 4)); print(torch.stack([rot_matrix(m, 4) for m in range(2)]).shape)
class Rotary(torch.nn.Module):
    def __init__(self, dim, base=10000):
        super().__init__()
        self.register_buffer("inv_freq", 1. / (base ** (torch.arange(0, dim, 2).float() / dim)))
        self.seq_len_cached = None; self.cos_cached = None
    def forward(self, x, seq_dim=1):
        n = x.shape[seq_dim]
        if n != self.seq_len_cached:
            self.seq_len_cached = n
            t = torch.arange(n, device=x.device).type_as(self.inv_freq)
            freqs = torch.einsum("i,j->ij", t, self.inv_freq)
            emb = torch.cat((freqs, freqs), dim=-1).to(x.device)
            self.cos_cached = emb.cos()[None, :, None, :]; self.sin_cached = emb.sin()[None, :, None, :]
        return self.cos_cached, self.sin_cached
r = Rotary(4); c, s = r(torch.zeros(1, 3, 2, 4)); print(c.shape, s.squeeze(), r.inv_freq, r, r.state_dict())
def yarn(dim, base, factor): return [base ** (2 * i / dim) * factor for i in range(dim // 2)]
print(yarn(8, 10000, 2), torch.tensor(yarn(8, 10000, 2)))
# KV cache as dict and list
cache = {}
def attend(x, wq, wk, wv, cache=None, layer=0):
    q, k, v = x @ wq, x @ wk, x @ wv
    if cache is not None:
        if layer in cache: k = torch.cat([cache[layer]["k"], k], -2); v = torch.cat([cache[layer]["v"], v], -2)
        cache[layer] = {"k": k, "v": v}
    s = q @ k.transpose(-1, -2) / k.size(-1) ** .5
    if s.size(-2) > 1: s = s + torch.full_like(s, float("-inf")).triu(1 + s.size(-1) - s.size(-2))
    return s.softmax(-1) @ v
ws = [torch.randn(4, 4) for _ in range(3)]; x = torch.randn(1, 4, 4)
full = attend(x, *ws)
inc = torch.cat([attend(x[:, i:i + 1], *ws, cache=cache) for i in range(4)], 1)
print(torch.allclose(full, inc, atol=1e-5), cache[0]["k"].shape, {k: {n: tuple(t.shape) for n, t in v.items()} for k, v in cache.items()})
print(full - inc < 1e-5, (full - inc).abs().max().item() < 1e-5)
past = tuple((torch.zeros(1, 2, 0, 4), torch.zeros(1, 2, 0, 4)) for _ in range(2)); print(past[0][0].shape, past[0][0], len(past), torch.cat([past[0][0], torch.ones(1, 2, 1, 4)], 2).shape)
buf = torch.zeros(1, 6, 4); pos = 0
for t in range(3): buf[:, pos:pos + 1] = x[:, t:t + 1]; pos += 1
print(buf[0, :4], pos); buf.index_copy_(1, torch.tensor([4]), torch.ones(1, 1, 4)); print(buf[0, 4]); buf.zero_(); print(buf.count_nonzero())
kv = torch.arange(8.).view(1, 2, 2, 2); print(kv.repeat_interleave(2, dim=1)[0, :, 0], kv[:, :, None].expand(-1, -1, 2, -1, -1).reshape(1, 4, 2, 2)[0, :, 0], torch.repeat_interleave(torch.tensor([1, 2]), torch.tensor([2, 1])))
