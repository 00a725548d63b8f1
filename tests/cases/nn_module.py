# A module of one's own: attributes, parameters, calls, names.
import torch
import torch.nn as nn


class Scale(nn.Module):
    """Multiplies by a learned factor."""

    count = 0

    def __init__(self, size, start=1.0):
        super().__init__()
        self.size = size
        self.factor = nn.Parameter(torch.full((size,), start))
        self.frozen = nn.Parameter(torch.zeros(2), requires_grad=False)
        self.register_buffer("steps", torch.tensor(0))
        self.register_buffer("secret", torch.ones(1), persistent=False)
        self.plain = torch.zeros(3)
        Scale.count += 1

    def forward(self, x, *, bias=0.0):
        self.steps += 1
        return x * self.factor + bias


layer = Scale(3, start=0.5)
print(layer)
print(layer(torch.ones(3)))
print(layer(torch.arange(3.0), bias=2), layer.steps, Scale.count)
print([name for name, _ in layer.named_parameters()], [name for name, _ in layer.named_buffers()])
print(list(layer.state_dict()), layer.state_dict())
print(sum(p.numel() for p in layer.parameters()), sum(p.numel() for p in layer.parameters() if p.requires_grad))
print(layer.training, layer.eval().training, layer.train().training, layer.train(False).training)
print(layer.factor, layer.factor.data, type(layer.factor), isinstance(layer.factor, torch.Tensor))
print(type(layer), type(layer).__name__, layer.__class__.__name__, layer.__doc__, Scale.__mro__[1])
layer.factor.data.fill_(3)
layer.extra = nn.Linear(2, 1)
print(layer, len(list(layer.parameters())), hasattr(layer, "extra"), hasattr(layer, "missing"))
del layer.extra
print(layer, isinstance(layer, nn.Module), callable(layer))
layer.register_parameter("none", None)
print(layer.none, "none" in layer.state_dict(), [n for n, _ in layer.named_parameters()])
layer.double()
print(layer.factor.dtype, layer.steps.dtype, layer.secret.dtype, layer.plain.dtype)
layer.requires_grad_(False)
print(layer.factor, layer.float().factor.dtype, layer.to("cpu") is layer)
for p in layer.parameters():
    print(p.shape, p.requires_grad)
