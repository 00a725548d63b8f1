# A causal head as a class, and the wrapper that holds several.
import torch
import torch.nn as nn


class CausalAttention(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, qkv_bias=False):
        super().__init__()
        self.d_out = d_out
        self.W_query = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.W_value = nn.Linear(d_in, d_out, bias=qkv_bias)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("mask", torch.triu(torch.ones(context_length, context_length), diagonal=1))

    def forward(self, x):
        b, num_tokens, d_in = x.shape
        keys, queries, values = self.W_key(x), self.W_query(x), self.W_value(x)
        scores = queries @ keys.transpose(1, 2)
        scores.masked_fill_(self.mask.bool()[:num_tokens, :num_tokens], -torch.inf)
        weights = torch.softmax(scores / keys.shape[-1] ** 0.5, dim=-1)
        return self.dropout(weights) @ values


class Wrapper(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads):
        super().__init__()
        self.heads = nn.ModuleList([CausalAttention(d_in, d_out, context_length, dropout) for _ in range(num_heads)])

    def forward(self, x):
        return torch.cat([head(x) for head in self.heads], dim=-1)


torch.manual_seed(123)
batch = torch.stack([torch.rand(5, 3), torch.rand(5, 3)])
ca = CausalAttention(3, 2, context_length=6, dropout=0.0)
out = ca(batch)
print(out, out.shape)
torch.manual_seed(123)
mha = Wrapper(3, 2, 6, 0.0, num_heads=2)
print(mha)
print(mha(batch))
dropped = CausalAttention(3, 2, 5, dropout=0.5, qkv_bias=True)
print(dropped(batch)[0])
print(dropped.eval()(batch)[0])
print(dropped.mask, [n for n, _ in dropped.named_buffers()], len(dropped.state_dict()))
