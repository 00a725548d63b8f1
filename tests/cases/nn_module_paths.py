# Which module is at work, as named_modules() of the outermost one spells it: each operation is announced.
import torch
import torch.nn as nn

names = {}


def say(module):
    print(names[id(module)] or "(the outermost)")


class Gate(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.scale = nn.Parameter(torch.full((d,), 0.5))

    def forward(self, x):
        say(self)
        return x * self.scale


class Attention(nn.Module):
    def __init__(self, d, shared):
        super().__init__()
        self.gate = shared
        self.parts = nn.ModuleDict({"query": Gate(d), "key": Gate(d)})

    def forward(self, x):
        q, k = self.parts["query"](x), self.parts["key"](x)
        say(self)
        w = torch.softmax(q @ k.transpose(-2, -1), dim=-1)
        y = self.gate(x)
        say(self)
        return w @ y


class Block(nn.Module):
    def __init__(self, d, shared):
        super().__init__()
        self.attn = Attention(d, shared)
        self.mlp = nn.Sequential(Gate(d), nn.Sequential(Gate(d), Gate(d)), Gate(d))
        self.add_module("last", Gate(d))

    def forward(self, x):
        a = self.attn(x)
        say(self)
        x = x + a
        return self.last(self.mlp(x))


class Model(nn.Module):
    def __init__(self, d):
        super().__init__()
        shared = Gate(d)
        self.h = nn.ModuleList([Block(d, shared) for _ in range(2)])
        self.first = self.h[0].last  # the same object at two places
        self.again = shared

    def forward(self, x):
        for block in self.h:
            x = block(x)
        x = self.first(x)
        say(self)
        x = x - x.mean()
        return self.again(x)


def named(module):
    names.clear()
    for name, part in module.named_modules():
        names[id(part)] = name


model = Model(4)
x = torch.arange(12.0).view(1, 3, 4) / 12
for outermost in (model, model.h[1], model.h[0].attn, model.h[0].mlp, model.again):
    named(outermost)
    y = outermost(x)
