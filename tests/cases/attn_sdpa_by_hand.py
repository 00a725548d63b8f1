# The scaled dot product as a function with every option, written in older primitives.
import math
import torch


def attention(query, key, value, mask=None, is_causal=False, scale=None, return_weights=False):
    L, S = query.size(-2), key.size(-2)
    factor = 1 / math.sqrt(query.size(-1)) if scale is None else scale
    bias = torch.zeros(L, S, dtype=query.dtype)
    if is_causal:
        assert mask is None
        bias.masked_fill_(torch.ones(L, S, dtype=torch.bool).tril(diagonal=0).logical_not(), float("-inf"))
    if mask is not None:
        if mask.dtype == torch.bool:
            bias = bias.masked_fill(mask.logical_not(), float("-inf"))
        else:
            bias = bias + mask
    weights = torch.softmax(query @ key.transpose(-2, -1) * factor + bias, dim=-1)
    out = weights @ value
    return (out, weights) if return_weights else out


torch.manual_seed(12)
q, k, v = torch.randn(1, 2, 3, 4), torch.randn(1, 2, 5, 4), torch.randn(1, 2, 5, 4)
print(attention(q, k, v))
out, w = attention(q, k, v, return_weights=True)
print(w.shape, w[0, 1])
print(attention(q, k, v, is_causal=True, return_weights=True)[1][0, 0])
keep = torch.tensor([True, True, False, True, False])
print(attention(q, k, v, mask=keep, return_weights=True)[1][0, 0])
print(attention(q, k, v, mask=torch.linspace(0, -2, 5), return_weights=True)[1][0, 0])
print(attention(q, k, v, scale=1.0)[0, 0, 0], attention(q, k, v, scale=0.1)[0, 0, 0])
print(attention(q.double(), k.double(), v.double()).dtype)
print(attention(q[0, 0], k[0, 0], v[0, 0]))
try:
    attention(q, k, v, mask=keep, is_causal=True)
except AssertionError as e:
    print("refused", repr(e))
