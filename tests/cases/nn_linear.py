# Linear against the same thing by hand.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(42)
layer = nn.Linear(4, 3)
x = torch.randn(2, 5, 4)
y = layer(x)
print(y.shape, y[0, 0])
print(torch.allclose(y, x @ layer.weight.T + layer.bias, atol=1e-6))
print(torch.allclose(y, F.linear(x, layer.weight, layer.bias)), F.linear(x[0, 0], layer.weight))
print(layer.weight.shape, layer.bias.shape, layer.in_features, layer.out_features)
with torch.no_grad():
    print(layer(x[1]))
print(y.detach()[1, 0], y[1, 1].tolist() == y.detach()[1, 1].tolist())
w = torch.tensor([[1.0, 0.0, -1.0, 2.0], [0.5, 0.5, 0.5, 0.5]])
print(F.linear(torch.ones(4), w), F.linear(torch.ones(1, 4), w, torch.tensor([10.0, 20.0])))
d = nn.Linear(2, 2, dtype=torch.float64)
print(d.weight, d(torch.ones(1, 2, dtype=torch.float64)))
three = nn.Linear(2, 6, bias=False)
q, k, v = three(torch.ones(1, 3, 2)).chunk(3, dim=-1)
print(q.shape, q[0, 0], k[0, 1], v[0, 2])
q, k, v = three(torch.ones(1, 3, 2)).split(2, dim=-1)
print(q)
print(nn.Identity()(x) is x)
print(nn.Flatten()(x).shape, nn.Flatten(0)(x).shape)
