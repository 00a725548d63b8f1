# Attention in tiles with a running maximum and sum, against the plain form.
import torch

torch.manual_seed(90)
T, d, tile = 6, 4, 2
q, k, v = torch.randn(T, d), torch.randn(T, d), torch.randn(T, d)
scale = d ** -0.5
plain = torch.softmax(q @ k.T * scale, dim=-1) @ v
print(plain)
out = torch.zeros(T, d)
running_max = torch.full((T, 1), float("-inf"))
running_sum = torch.zeros(T, 1)
for start in range(0, T, tile):
    kj, vj = k[start:start + tile], v[start:start + tile]
    s = q @ kj.T * scale
    new_max = torch.maximum(running_max, s.max(dim=-1, keepdim=True).values)
    p = torch.exp(s - new_max)
    shrink = torch.exp(running_max - new_max)
    running_sum = running_sum * shrink + p.sum(dim=-1, keepdim=True)
    out = out * shrink + p @ vj
    running_max = new_max
    print(start, running_max.squeeze(), running_sum.T)
out /= running_sum
print(torch.allclose(out, plain, atol=1e-6), (out - plain).abs().max() < 1e-5)
rows = []
for i in range(T):
    weights = [(q[i] * k[j]).sum().mul(scale).exp() for j in range(i + 1)]
    total = sum(weights)
    rows.append(sum(w / total * v[j] for j, w in enumerate(weights)))
print(torch.stack(rows))
causal = (q @ k.T * scale).masked_fill(torch.ones(T, T).triu(1).bool(), float("-inf")).softmax(-1)
print(torch.allclose(torch.stack(rows), causal @ v, atol=1e-6))
print((-causal * causal.clamp(min=1e-9).log()).sum(-1))
