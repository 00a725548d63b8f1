# The axes of weight_norm: what the weight says it was made by.
import torch
import torch.nn as nn

torch.manual_seed(2)
for make in (lambda: nn.Linear(3, 2), lambda: nn.Conv1d(2, 3, 2)):
    for dim in (0, 1, 2, -1, -2, None):
        layer = make()
        try:
            layer = nn.utils.weight_norm(layer, dim=dim)
        except IndexError as e:
            print(dim, e)
            continue
        made_by = layer.weight.grad_fn
        print(dim, layer.weight, made_by.name(), [n.name() for n, _ in made_by.next_functions])
        layer.weight.square().sum().backward()
        print(layer.weight_g.grad, layer.weight_v.grad.abs().max() < 1e-5)
