# Grouped and multi-query attention: keys and values shared by groups of heads.
import torch
import torch.nn as nn


def repeat_kv(x, n_rep):
    b, h, t, d = x.shape
    if n_rep == 1:
        return x
    return x[:, :, None, :, :].expand(b, h, n_rep, t, d).reshape(b, h * n_rep, t, d)


class GroupedQuery(nn.Module):
    def __init__(self, dim, n_heads, n_kv):
        super().__init__()
        assert n_heads % n_kv == 0
        self.n_heads, self.n_kv, self.hd = n_heads, n_kv, dim // n_heads
        self.wq = nn.Linear(dim, n_heads * self.hd, bias=False)
        self.wk = nn.Linear(dim, n_kv * self.hd, bias=False)
        self.wv = nn.Linear(dim, n_kv * self.hd, bias=False)
        self.wo = nn.Linear(n_heads * self.hd, dim, bias=False)

    def forward(self, x):
        b, t, _ = x.shape
        q = self.wq(x).view(b, t, self.n_heads, -1).transpose(1, 2)
        k = self.wk(x).view(b, t, self.n_kv, -1).transpose(1, 2)
        v = self.wv(x).view(b, t, self.n_kv, -1).transpose(1, 2)
        k, v = repeat_kv(k, self.n_heads // self.n_kv), repeat_kv(v, self.n_heads // self.n_kv)
        s = q @ k.mT / self.hd ** 0.5
        s = s + torch.full((t, t), float("-inf")).triu(1)
        w = torch.nn.functional.softmax(s.float(), dim=-1).type_as(q)
        return self.wo((w @ v).transpose(1, 2).reshape(b, t, -1)), w


x = torch.arange(8).view(1, 2, 2, 2)
print(repeat_kv(x, 2).equal(x.repeat_interleave(2, dim=1)), repeat_kv(x, 2).equal(x.repeat(1, 2, 1, 1)))
print(repeat_kv(x, 2))
for n_kv in (4, 2, 1):
    torch.manual_seed(14)
    layer = GroupedQuery(8, 4, n_kv)
    y, w = layer(torch.randn(1, 3, 8))
    print(n_kv, sum(p.numel() for p in layer.parameters()), y, w.shape)
    print(w[0, :, 2])
