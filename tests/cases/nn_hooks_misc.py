# Inheritance between modules, shared parts, forward hooks, calling with keywords.
import torch
import torch.nn as nn


class Base(nn.Module):
    scale = 2.0

    def __init__(self, n):
        super().__init__()
        self.lin = nn.Linear(n, n, bias=False)
        nn.init.eye_(self.lin.weight)

    def forward(self, x):
        return self.post(self.lin(x) * self.scale)

    def post(self, x):
        return x


class Child(Base):
    scale = 3.0

    def __init__(self, n, shift=0):
        super().__init__(n)
        self.shift = shift

    def post(self, x):
        return super().post(x) + self.shift

    @property
    def width(self):
        return self.lin.in_features

    @staticmethod
    def describe(x):
        return f"{tuple(x.shape)}"

    @classmethod
    def small(cls):
        return cls(1, shift=9)


class Flat(nn.Module):
    def forward(self, x):
        return super_flat(x.view(-1, x.size(-1))).view(*x.shape[:-1], -1)


class FlatSoftmax(Flat, nn.Softmax):
    pass


def super_flat(x):
    return x - x.max(-1, keepdim=True)[0]


x = torch.tensor([[1.0, 2.0]])
print(Base(2)(x), Child(2)(x), Child(2, shift=1)(x=x))
print(Child(2).width, Child.describe(x), Child.small(), Child.small()(torch.ones(1)))
print([c.__name__ for c in Child.__mro__][:3], issubclass(Child, Base), isinstance(Child(1), nn.Module))
print(FlatSoftmax(dim=-1), FlatSoftmax(dim=-1)(torch.arange(8.0).view(2, 2, 2)))
seen = []
net = nn.Sequential(nn.Linear(2, 3), nn.ReLU())
handles = [m.register_forward_hook(lambda m, i, o: seen.append((type(m).__name__, tuple(o.shape)))) for m in net]
net(x)
print(seen)
for h in handles:
    h.remove()
net(x)
print(len(seen))
shared = nn.Linear(2, 2)
twice = nn.Sequential(shared, shared)
print(len(list(twice.parameters())), len(twice), [n for n, _ in twice.named_modules()], list(twice.state_dict()))
with torch.no_grad():
    y = net(x)
print(y.requires_grad, net(x).requires_grad, torch.is_grad_enabled())


@torch.no_grad()
def predict(m, x):
    return m(x)


print(predict(net, x).requires_grad, torch.inference_mode()(lambda: net(x).requires_grad)())
print(torch.cuda.is_available(), "cuda" if torch.cuda.is_available() else "cpu", next(net.parameters()).device)
