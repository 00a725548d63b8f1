# What hooks do is told where it stands, and a module's way for gradients is no step of the code's.
import torch
import torch.nn as nn

torch.manual_seed(0)
layer = nn.Linear(3, 2)
seen = {}


def keep(module, inputs, output):
    seen["out"], seen["size"] = output.detach(), output.detach().abs().sum()


def keep_gradient(module, given, gradient):
    seen["gradient"] = gradient[0]


layer.register_forward_hook(keep)
layer.register_full_backward_hook(keep_gradient)
x = torch.randn(4, 3, requires_grad=True)
y = layer(x)
y.sum().backward()
print(seen["gradient"])
