# State dicts: saving, loading, what does not fit.
import torch
import torch.nn as nn

torch.manual_seed(3)
a = nn.Sequential(nn.Linear(2, 2), nn.LayerNorm(2))
b = nn.Sequential(nn.Linear(2, 2), nn.LayerNorm(2))
x = torch.tensor([[1.0, -2.0]])
print(torch.equal(a(x), b(x)), torch.equal(a[0](x), b[0](x)))
state = a.state_dict()
print(state)
print(type(state).__name__, list(state.keys()), state["0.weight"].requires_grad)
print(b.load_state_dict(state))
print(torch.equal(a[0](x), b[0](x)), a[0].weight is b[0].weight)
state["0.bias"].fill_(5)
print(a[0].bias, b[0].bias)
try:
    nn.Linear(3, 2).load_state_dict(nn.Linear(2, 2).state_dict())
except RuntimeError as e:
    print(e)
try:
    nn.Linear(2, 2, bias=False).load_state_dict(nn.Linear(2, 2).state_dict())
except RuntimeError as e:
    print(e)
try:
    b.load_state_dict({"0.weight": torch.zeros(2, 2)})
except RuntimeError as e:
    print(e)
print(b.load_state_dict({"0.weight": torch.ones(2, 2), "zz": torch.ones(1)}, strict=False))
print(b[0].weight)
for k, v in b.state_dict().items():
    print(f"{k:10} {tuple(v.shape)!s:8} {v.sum().item():.3f}")
c = nn.Linear(2, 1)
with torch.no_grad():
    c.weight.copy_(torch.tensor([[1.0, 2.0]]))
    c.bias[0] = 0.5
print(c(torch.tensor([3.0, 4.0])), c.weight.tolist(), c.bias.item())
c.weight = nn.Parameter(torch.tensor([[0.0, 1.0]]))
print(c(torch.tensor([3.0, 4.0])), list(c.parameters()))
