# A bend written over its input: below 0 its slope must not be negative, or backward() cannot tell the sides apart.
import torch
import torch.nn as nn
import torch.nn.functional as F

for name, bend in {
    "elu": lambda t: F.elu(t, -1.0, inplace=True),
    "elu_": lambda t: F.elu_(t, -0.5),
    "elu of its own": lambda t: F.elu(t, -0.5),
    "elu_ of 0": lambda t: F.elu_(t, 0.0),
    "leaky_relu": lambda t: F.leaky_relu(t, -0.1, inplace=True),
    "leaky_relu_": lambda t: F.leaky_relu_(t, -0.1),
    "leaky_relu of its own": lambda t: F.leaky_relu(t, -0.1),
    "leaky_relu_ of 0": lambda t: F.leaky_relu_(t, 0.0),
    "celu_": lambda t: F.celu_(t, -1.0),
    "celu_ above 0": lambda t: F.celu_(t, 0.5),
    "celu of its own": lambda t: F.celu(t, -1.0),
    "celu of 0": lambda t: F.celu(t, 0.0),
    "celu_ of 0": lambda t: F.celu_(t, 0.0),
    "selu_": lambda t: F.selu_(t),
    "LeakyReLU": nn.LeakyReLU(-0.2, inplace=True),
    "ELU": nn.ELU(-0.2, inplace=True),
    "CELU": nn.CELU(-0.2, inplace=True),
}.items():
    x = torch.tensor([-1.0, 0.0, 2.0], requires_grad=True)
    try:
        y = bend(x * 1)
        print(name, y.detach(), y.grad_fn.name())
        y.sum().backward()
        print(x.grad)
    except RuntimeError as e:
        print(name, e)
x = torch.tensor([-1.0, 2.0])
print(torch.celu(x, 0.5), torch.threshold(x, 0.0, 5.0), torch.selu_(x.clone()), torch.celu_(x.clone(), 2.0),
      torch.threshold_(x.clone(), 0.0, 5.0))
