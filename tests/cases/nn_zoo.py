# Modules with enumerations, abstract bases, dictionaries of layers, hooks, parameter lists.
import abc
from abc import ABC, abstractmethod
from enum import Enum, auto
import torch
import torch.nn as nn
import torch.nn.functional as F


class Act(Enum):
    RELU = "relu"
    GELU = "gelu"

    @property
    def fn(self):
        return {"relu": F.relu, "gelu": F.gelu}[self.value]


class Kind(Enum):
    SELF = 0
    CROSS = 1


class Color(Enum):
    A = auto()
    B = auto()

print(Act.RELU, repr(Act.GELU), Act("relu") is Act.RELU, Act["GELU"].name, Act.GELU.value)
print(list(Act), len(Act), Kind.CROSS, Kind.CROSS.value + 1, Kind(0), Color.B.value, [c.name for c in Color])
print(isinstance(Act.RELU, Act), Act.RELU == Act.RELU, Act.RELU != Act.GELU, {Act.RELU: 1}[Act.RELU])
print(f"{Act.RELU} {Kind.SELF.value:d} {Act.RELU.name:>6}", Act.RELU in (Act.RELU,))
try:
    Act("tanh")
except ValueError as e:
    print("ValueError:", e)
try:
    Act["TANH"]
except KeyError as e:
    print("KeyError:", e)
print(Act.__members__ if False else list(Act.__members__))
for k in Kind:
    print(k, k.value, k.name, k.value)


class BaseAttention(nn.Module, ABC):
    def __init__(self, dim, heads):
        super().__init__()
        self.dim, self.heads = dim, heads

    @property
    def head_dim(self):
        return self.dim // self.heads

    @abstractmethod
    def score(self, q, k):
        ...

    def forward(self, q, k, v):
        w = self.score(q, k).softmax(-1)
        return w @ v, w


class Dot(BaseAttention):
    def score(self, q, k):
        return q @ k.transpose(-1, -2) / self.head_dim ** 0.5


class Additive(BaseAttention):
    def __init__(self, dim, heads):
        super().__init__(dim, heads)
        self.w1 = nn.Linear(dim, dim, bias=False)
        self.w2 = nn.Linear(dim, dim, bias=False)
        self.v = nn.Linear(dim, 1, bias=False)

    def score(self, q, k):
        return self.v(torch.tanh(self.w1(q).unsqueeze(2) + self.w2(k).unsqueeze(1))).squeeze(-1)


try:
    BaseAttention(4, 2)
except TypeError as e:
    print(e)

torch.manual_seed(0)
zoo = nn.ModuleDict({"dot": Dot(8, 2), "additive": Additive(8, 2)})
print(zoo)
x = torch.randn(1, 3, 8)
for name, m in zoo.items():
    o, w = m(x, x, x)
    print(name, o.shape, w)
print("dot" in zoo, list(zoo.keys()), len(zoo))
zoo["lin"] = nn.Linear(2, 2)
del zoo["dot"]
zoo.update({"act": nn.GELU()})
print(zoo)
print(zoo.pop("act"))

acts = {}
def hook(name):
    def fn(module, inp, out):
        acts[name] = out.detach() if isinstance(out, torch.Tensor) else out[0].detach()
    return fn
hs = [zoo["additive"].w1.register_forward_hook(hook("w1")), zoo["additive"].register_forward_hook(hook("add"))]
zoo["additive"](x, x, x)
print({k: tuple(v.shape) for k, v in acts.items()})
for h in hs:
    h.remove()
acts.clear()
zoo["additive"](x, x, x)
print(acts)
class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Parameter(torch.tensor(1.0)), nn.Parameter(torch.tensor(2.0))
        self.register_parameter("none", None)
        self.register_buffer("mask", torch.tril(torch.ones(2, 2)).bool())
        self.register_buffer("nb", None)
    def forward(self, x):
        return x * self.a + self.b
s = Scale()
print(s, s.state_dict())
print([n for n, _ in s.named_parameters()], [n for n, _ in s.named_buffers()])
print(s(torch.ones(2)))
