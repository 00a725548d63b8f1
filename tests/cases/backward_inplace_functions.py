# F.elu(x, inplace=True) and its like: leaves are refused, other tensors and views of them are written.
import torch
import torch.nn as nn
import torch.nn.functional as F


def row():
    return torch.linspace(-2, 2, 6).view(1, 2, 3).clone().requires_grad_()


for name, *args in (("relu",), ("relu6",), ("leaky_relu", 0.1), ("elu",), ("celu",), ("selu",),
                    ("silu",), ("hardswish",), ("hardsigmoid",), ("hardtanh",),
                    ("threshold", 0.1, 5.), ("dropout", 0.), ("dropout", 0.5, False)):
    f = getattr(F, name)
    for make in (lambda w: w, lambda w: w[0]):
        w = row()
        try:
            f(make(w), *args, inplace=True)
            print(name, "wrote", torch.equal(w, row()))
        except RuntimeError as e:
            print(name, e)
    for part in ((), (slice(None), 0)):
        w = row()
        a = w * 1
        y = f(a[part] if part else a, *args, inplace=True)
        print(a._version, y.grad_fn.name(), a.grad_fn.name(), a,
              torch.autograd.grad((a * a).sum() + y.sum(), w)[0])

x = torch.linspace(-2, 2, 5)
for layer in (nn.ReLU6(True), nn.Hardswish(True), nn.SELU(True), nn.CELU(inplace=True),
              nn.Mish(True), nn.Threshold(0.5, 3., True)):
    y = x.clone()
    print(layer, layer(y) is y, y)
y = x.clone()
print(F.leaky_relu_(y, 0.3) is y, y)
torch.manual_seed(0)
try:
    F.dropout(torch.ones(3, requires_grad=True), inplace=True)
except RuntimeError as e:
    print(e)
