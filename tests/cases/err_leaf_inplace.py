# A write in place on a leaf that wants gradients.
import torch
import torch.nn as nn

layer = nn.Linear(2, 2)
with torch.no_grad():
    layer.weight.fill_(1.0)
    layer.weight += 1
print(layer.weight)
layer.weight.data.mul_(2)
print(layer.weight.detach())
layer.weight.add_(1)
