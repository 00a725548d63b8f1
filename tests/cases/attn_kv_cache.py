# Step by step with a cache, and all at once: the same rows.
import torch
import torch.nn as nn


class Cached(nn.Module):
    def __init__(self, dim, heads, longest):
        super().__init__()
        self.heads, self.hd = heads, dim // heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.register_buffer("cache_k", torch.zeros(1, heads, longest, self.hd), persistent=False)
        self.register_buffer("cache_v", torch.zeros(1, heads, longest, self.hd), persistent=False)
        self.pos = 0

    def reset(self):
        self.pos = 0
        self.cache_k.zero_()
        self.cache_v.zero_()

    def forward(self, x, use_cache=False):
        b, t, c = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, self.hd).permute(2, 0, 3, 1, 4)
        start = 0
        if use_cache:
            start = self.pos
            self.cache_k[:, :, start:start + t] = k
            self.cache_v[:, :, start:start + t, :] = v
            self.pos += t
            k, v = self.cache_k[:, :, :self.pos], self.cache_v[:, :, :self.pos]
        rows = torch.arange(start, start + t)[:, None]
        cols = torch.arange(k.size(2))[None, :]
        s = (q @ k.transpose(2, 3)) / self.hd ** 0.5
        w = s.masked_fill(cols > rows, float("-inf")).softmax(-1)
        return (w @ v).transpose(1, 2).reshape(b, t, c), w


torch.manual_seed(2)
layer = Cached(4, 2, 6)
x = torch.randn(1, 4, 4)
with torch.no_grad():
    full, w = layer(x)
    print(full)
    print(w[0, 0])
    pieces = []
    for step in range(4):
        y, w = layer(x[:, step:step + 1], use_cache=True)
        pieces.append(y)
        print(step, w.shape, w[0, 0], layer.pos)
    print(torch.allclose(torch.cat(pieces, dim=1), full, atol=1e-6))
    print(layer.cache_k[0, 0], list(layer.state_dict()))
    layer.reset()
    first, _ = layer(x[:, :3], use_cache=True)
    last, _ = layer(x[:, 3:], use_cache=True)
    print(torch.allclose(torch.cat((first, last), 1), full, atol=1e-6), layer.cache_k[0, 1, 3:])
past = None
for token in x.unbind(1):
    past = token[:, None] if past is None else torch.cat([past, token[:, None]], dim=1)
    print(past.shape, end=" ")
print()
