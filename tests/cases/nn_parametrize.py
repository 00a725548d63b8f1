# torch.nn.utils.parametrize: a weight with an adapter of low rank, a symmetric one, one made of two vectors.
import copy

import torch
import torch.nn as nn
import torch.nn.utils.parametrize as parametrize
from torch.nn.utils.parametrize import is_parametrized, register_parametrization, remove_parametrizations


class Adapter(nn.Module):
    def __init__(self, rows, columns, rank=1):
        super().__init__()
        self.a, self.b = nn.Parameter(torch.randn(rank, columns)), nn.Parameter(torch.zeros(rows, rank))
        self.enabled = True

    def forward(self, weight):
        return weight + (self.b @ self.a).view(weight.shape) * 2 if self.enabled else weight


class Symmetric(nn.Module):
    def forward(self, x):
        return x.triu() + x.triu(1).T

    def right_inverse(self, x):
        return x.triu()


class RankOne(nn.Module):
    def forward(self, x, y):
        return x.unsqueeze(-1) @ y.unsqueeze(-2)

    def right_inverse(self, z):
        return z.sum(1), z.sum(0)


class Wider(nn.Module):
    def forward(self, x):
        return torch.cat([x, x])


torch.manual_seed(0)
m = nn.Linear(3, 2)
x, plain = torch.randn(4, 3), m.weight.detach().clone()
print(register_parametrization(m, "weight", Adapter(2, 3)) is m, m, type(m).__name__, type(m).__mro__[1].__name__)
print(list(m.state_dict()), [(n, p.shape) for n, p in m.named_parameters()], is_parametrized(m), is_parametrized(m, "bias"))
print(torch.equal(m.weight, plain), m.weight.requires_grad, m.weight.grad_fn is not None)
m.parametrizations.weight.original.requires_grad_(False)
optimizer = torch.optim.SGD([p for p in m.parameters() if p.requires_grad], lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    loss = (m(x) ** 2).mean()
    loss.backward()
    optimizer.step()
    print(loss)
print(m.weight, m.parametrizations["weight"][0].b, m.parametrizations.weight.original.grad)
m.parametrizations.weight[0].enabled = False
print(torch.equal(m.weight, plain))
m.parametrizations.weight[0].enabled = True
again = copy.deepcopy(m)
print(torch.equal(again.weight, m.weight), again.parametrizations.weight[0].a is m.parametrizations.weight[0].a)
with parametrize.cached():
    print(m.weight is m.weight)
print(m.weight is m.weight)
trained = m.weight.detach().clone()
remove_parametrizations(m, "weight")
print(m, is_parametrized(m), torch.equal(m.weight, trained), list(m.state_dict()), type(m.weight).__name__)
register_parametrization(m, "weight", Adapter(2, 3))
remove_parametrizations(m, "weight", leave_parametrized=False)
print(torch.equal(m.weight, trained), type(m).__name__)

s = nn.Linear(3, 3, bias=False)
parametrize.register_parametrization(s, "weight", Symmetric())
a = torch.arange(9.0).view(3, 3)
print(torch.equal(s.weight, s.weight.T))
s.weight = a + a.T
print(s.weight, s.parametrizations.weight.original)
parametrize.register_parametrization(s, "weight", Adapter(3, 3))
print(s, len(s.parametrizations.weight), parametrize.type_before_parametrizations(s))
r = parametrize.register_parametrization(nn.Linear(2, 3), "weight", RankOne())
print(r, torch.linalg.matrix_rank(r.weight).item(), [n for n, _ in r.named_parameters()])
for refused in (lambda: register_parametrization(nn.Linear(2, 2), "weights", Symmetric()),
                lambda: register_parametrization(nn.Linear(2, 2), "weight", Wider()),
                lambda: register_parametrization(s, "weight", Wider()), lambda: remove_parametrizations(m, "weight"),
                lambda: remove_parametrizations(r, "weight", leave_parametrized=False), lambda: setattr(s, "weight", a)):
    try:
        print(refused())
    except (ValueError, RuntimeError) as e:
        print(type(e).__name__, e)
