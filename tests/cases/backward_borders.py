# Gradients of functions in pieces, and gradients of those, at the cells where two pieces meet.
import torch
import torch.nn.functional as F
from torch import nn

CELLS = [-7., -3., -2.5, -1., -0.5, -0.25, 0., 0.25, 0.5, 1., 1.5, 2., 3., 5., 6., 7., 10., 20., 40.]


def cut(t):
    return [round(cell, 4) + 0.0 for cell in t.detach().flatten().tolist()]


def show(name, f, count=len(CELLS)):
    x = torch.tensor(CELLS)[:count].requires_grad_()
    w = torch.linspace(0.5, 1.5, count).requires_grad_()
    y = f(x)
    print(name, y.grad_fn.name(), cut(y))
    try:
        g, = torch.autograd.grad((y * w).sum(), x, create_graph=True)
        print("  first", cut(g), g.requires_grad, g.grad_fn.name())
        for again in torch.autograd.grad((g * g).sum(), [x, w], create_graph=True):
            print("  second", cut(again), again.requires_grad)
    except RuntimeError as e:
        print(" ", e)


FUNCTIONS = {
    "relu6": F.relu6, "ReLU6": nn.ReLU6(), "hardtanh": F.hardtanh, "Hardtanh": nn.Hardtanh(-2.5, 1.5),
    "hardsigmoid": F.hardsigmoid, "Hardsigmoid": nn.Hardsigmoid(), "hardswish": F.hardswish, "Hardswish": nn.Hardswish(),
    "threshold": lambda x: F.threshold(x, 0.5, -1), "Threshold": nn.Threshold(0.5, 20),
    "softshrink": F.softshrink, "Softshrink": nn.Softshrink(0.25),
    "hardshrink": F.hardshrink, "Hardshrink": nn.Hardshrink(0.25), "x.hardshrink": lambda x: x.hardshrink(1.),
    "celu": F.celu, "CELU": nn.CELU(0.5), "selu": F.selu, "elu": lambda x: F.elu(x, 2.),
    "softplus": lambda x: F.softplus(x, 2, 10), "Softplus": nn.Softplus(1, 6),
}
for name, f in FUNCTIONS.items():
    show(name, f)
show("few cells of hardswish", F.hardswish, 13)

FIRST = {
    "clamp": lambda x: x.clamp(-1, 1), "clamp_min": lambda x: x.clamp_min(0.5), "clamp_max": lambda x: x.clamp_max(0.5),
    "clamp by tensors": lambda x: x.clamp(torch.tensor(-1.), torch.tensor(3.)), "abs": torch.abs, "softsign": F.softsign,
    "prelu": lambda x: F.prelu(x, torch.tensor([0.25])), "where": lambda x: torch.where(x > 0, x, x * 3),
    "maximum": lambda x: torch.maximum(x, torch.tensor(0.5)), "minimum": lambda x: torch.minimum(x, torch.tensor(0.5)),
    "the other": lambda x: torch.maximum(torch.tensor(0.5), x), "fmax": lambda x: torch.fmax(x, torch.tensor(0.5)),
}
for name, f in FIRST.items():
    x = torch.tensor(CELLS, requires_grad=True)
    y = f(x)
    g, = torch.autograd.grad((y * y).sum(), x, create_graph=True)
    print(name, y.grad_fn.name(), cut(g))

TIES = torch.tensor([[1., 3., 3.], [2., 2., 2.], [-1., -1., 0.]])
for name, f in {"amax": lambda x: x.amax(1), "amin": lambda x: x.amin(0), "amax of all": torch.amax, "max": torch.max, "min": torch.min,
                "max(1)": lambda x: x.max(1)[0], "min(0)": lambda x: x.min(0)[0], "median": lambda x: x.median(1)[0],
                "sort": lambda x: x.sort(1)[0], "topk": lambda x: x.topk(2, 1)[0], "cummax": lambda x: x.cummax(1)[0],
                "maximum": lambda x: torch.maximum(x, x.t()), "minimum": lambda x: torch.minimum(x, x.t())}.items():
    x = TIES.clone().requires_grad_()
    y = f(x)
    y.backward(torch.linspace(1, 2, y.numel()).view(y.shape))
    print(name, cut(x.grad))

IN_PLACE = {name: lambda x, name=name: getattr(F, name)(x, inplace=True) for name in "relu6 hardtanh hardsigmoid hardswish celu selu".split()}
for name in "hardtanh_ celu_ selu_ elu_ relu_ leaky_relu_".split():
    IN_PLACE["F." + name] = lambda x, name=name: getattr(F, name)(x)
IN_PLACE["F.threshold_"] = lambda x: F.threshold_(x, 0.5, -1)
IN_PLACE["Hardtanh"] = nn.Hardtanh(inplace=True)
for name, write in IN_PLACE.items():
    for part in (False, True):
        for again in (False, True):
            x = torch.tensor([[0., 6., -3., 3.], [1., -1., 5., 0.5]], requires_grad=True)
            a = x * 1
            b = a[0:1] if part else a
            print(name, write(b) is b, a._version, a.grad_fn.name(), b.grad_fn.name(), cut(a))
            if again and name[0] in "rh":
                b.mul_(2)
            try:
                a.mul(torch.arange(8.).view(2, 4)).sum().backward()
                print(" ", cut(x.grad))
            except RuntimeError as e:
                print(" ", e)

for f in (F.relu6, F.hardtanh, lambda x: F.hardtanh(x, -1.5, 3.7), F.hardsigmoid, F.hardswish, F.softshrink, F.hardshrink):
    for dtype in (torch.long, torch.uint8, torch.bool, torch.float64, torch.float16, torch.bfloat16):
        try:
            print(f(torch.tensor([3, 0, 7]).to(dtype)))
        except RuntimeError as e:
            print(str(e).split("\n")[0])
print(F.hardtanh(torch.tensor([3., 0., 1.]), 2, 1), F.hardtanh(torch.tensor([3., 0.]), float("nan"), 1))
