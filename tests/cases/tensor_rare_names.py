# functions and layers that lessons use now and then
import torch
import torch.nn as nn
import torch.nn.functional as F

A = torch.tensor([[0.5, 0.25], [0.25, 1.0]])
rows = torch.tensor([[3, 4], [1, 2], [1, 2]])
print(torch.unique(rows, dim=0), torch.unique(rows, dim=0, return_inverse=True, return_counts=True), torch.unique(rows, dim=1))
x = torch.arange(4.0).view(1, 1, 2, 2)
print(F.interpolate(x.view(1, 1, 4), size=6, mode="linear", align_corners=False), F.interpolate(x, scale_factor=2, mode="bilinear", align_corners=True))
print(F.interpolate(x, size=(3, 5), mode="bilinear"), F.interpolate(x.requires_grad_(), size=3, mode="bilinear").grad_fn.name())
x = x.detach()
