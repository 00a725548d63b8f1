import numpy as np, torch, torch.nn as nn
torch.manual_seed(3)
d, h, T, B = 16, 4, 6, 2
ref = nn.MultiheadAttention(d, h, batch_first=True)
x = torch.randn(B, T, d).numpy()
W, b = ref.in_proj_weight.detach().numpy(), ref.in_proj_bias.detach().numpy()
Wo, bo = ref.out_proj.weight.detach().numpy(), ref.out_proj.bias.detach().numpy()
def softmax(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
q, k, v = np.split(x @ W.T + b, 3, axis=-1)
rs = lambda t: t.reshape(B, T, h, d // h).transpose(0, 2, 1, 3)
q, k, v = rs(q), rs(k), rs(v)
s = q @ k.transpose(0, 1, 3, 2) / np.sqrt(d // h)
s = np.where(np.tril(np.ones((T, T))) == 0, -np.inf, s)
o = softmax(s) @ v
y = o.transpose(0, 2, 1, 3).reshape(B, T, d)
print((y @ Wo.T + bo)[0, 0])
