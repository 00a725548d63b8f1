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


class Twice(nn.Module):
    def forward(self, x):
        return x * 2 + 1


twice = Twice()
twice.register_forward_hook(lambda module, inputs, output: output.abs() + 1)
y = twice(torch.ones(1, 2))
y = nn.GRUCell(2, 2)(y)  # forward() hands on to a helper
