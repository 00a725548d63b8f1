# Sequential, ModuleList, ModuleDict.
from collections import OrderedDict

import torch
import torch.nn as nn

torch.manual_seed(0)
seq = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2, bias=False))
x = torch.tensor([[1.0, -1.0, 0.5]])
print(seq(x), seq[0](x).shape, seq[-1], len(seq))
print(seq[:2], [type(m).__name__ for m in seq])
named = nn.Sequential(OrderedDict([("inp", nn.Linear(3, 2)), ("act", nn.Tanh())]))
print(named, named.inp.weight.shape, named.act is named[1], named(x).shape)
named.add_module("out", nn.Linear(2, 1))
seq.append(nn.Sigmoid())
print(named, len(named), seq[3], list(named.state_dict()))
layers = nn.ModuleList(nn.Linear(2, 2, bias=False) for _ in range(3))
h = torch.ones(1, 2)
for i, layer in enumerate(layers):
    h = layer(h)
    print(i, h)
print(len(layers), layers[-1] is layers[2], layers[1:], layers[0] in layers)
layers.append(nn.Identity())
layers.extend([nn.ReLU(), nn.Tanh()])
layers.insert(0, nn.Dropout(0.3))
layers[1] = nn.Linear(2, 5)
print(layers)
d = nn.ModuleDict({"a": nn.Linear(1, 1), "b": nn.ReLU()})
d["c"] = nn.Linear(1, 2)
print(d, list(d.keys()), "a" in d, len(d), [k for k, _ in d.items()], [type(v).__name__ for v in d.values()])
del d["b"]
print(list(d), d["c"](torch.zeros(1)).shape, d.pop("a"), list(d))
