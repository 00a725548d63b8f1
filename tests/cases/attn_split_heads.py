# Heads by view and transpose: right, and wrong in the two usual ways.
import torch
import torch.nn as nn


class MultiHead(nn.Module):
    def __init__(self, d_model, num_heads, causal=False):
        super().__init__()
        assert d_model % num_heads == 0, "d_model must be divisible by num_heads"
        self.num_heads, self.head_dim, self.causal = num_heads, d_model // num_heads, causal
        self.qkv = nn.Linear(d_model, 3 * d_model, bias=False)
        self.proj = nn.Linear(d_model, d_model)

    def forward(self, x):
        B, T, C = x.size()
        q, k, v = self.qkv(x).split(C, dim=2)
        q, k, v = (t.view(B, T, self.num_heads, C // self.num_heads).transpose(1, 2) for t in (q, k, v))
        print("q", q.shape, q.stride(), q.is_contiguous())
        att = (q @ k.transpose(-2, -1)) * (1.0 / self.head_dim ** 0.5)
        if self.causal:
            mask = torch.tril(torch.ones(T, T)).view(1, 1, T, T)
            att = att.masked_fill(mask[:, :, :T, :T] == 0, float("-inf"))
        att = att.softmax(dim=-1)
        print("att", att)
        y = att @ v
        return self.proj(y.transpose(1, 2).contiguous().view(B, T, C)), y


torch.manual_seed(4)
x = torch.randn(2, 3, 4)
model = MultiHead(4, 2, causal=True)
out, heads = model(x)
print(out)
print(heads[0], heads.shape)
plain, _ = MultiHead(4, 2)(x)
print(plain.shape, plain[0, 0])
t = torch.arange(12).view(1, 3, 4)
print(t.view(1, 3, 2, 2).transpose(1, 2))
print(t.view(1, 2, 3, 2))
y = t.view(1, 3, 2, 2).transpose(1, 2)
print(y.transpose(1, 2).reshape(1, 3, 4).equal(t), y.reshape(1, 3, 4).equal(t))
try:
    y.transpose(1, 2).view(1, 3, 4)
    y.view(1, 3, 4)
except RuntimeError as e:
    print("RuntimeError:", e)
try:
    MultiHead(5, 2)
except AssertionError as e:
    print("AssertionError:", e)
