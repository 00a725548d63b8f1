# functions and layers that lessons use now and then
import torch
import torch.nn as nn
import torch.nn.functional as F

A = torch.tensor([[0.5, 0.25], [0.25, 1.0]])
print(torch.svd(A), torch.linalg.matrix_exp(A), torch.cholesky_solve(torch.ones(2, 1), torch.eye(2)))
print(torch.hann_window(5), torch.hamming_window(4), torch.blackman_window(4), torch.bartlett_window(5))
print(torch.nanquantile(torch.tensor([1.0, float("nan"), 3.0]), 0.5), torch.frexp(torch.tensor([8.0, 3.0])))
rows = torch.tensor([[3, 4], [1, 2], [1, 2]])
print(torch.unique(rows, dim=0), torch.unique(rows, dim=0, return_inverse=True, return_counts=True), torch.unique(rows, dim=1))
x = torch.arange(4.0).view(1, 1, 2, 2)
print(nn.UpsamplingNearest2d(scale_factor=2)(x), nn.Upsample(scale_factor=2, mode="bilinear")(x), nn.UpsamplingBilinear2d(size=3)(x))
print(F.interpolate(x.view(1, 1, 4), size=6, mode="linear", align_corners=False), F.interpolate(x, scale_factor=2, mode="bilinear", align_corners=True))
print(F.interpolate(x, size=(3, 5), mode="bilinear"), F.interpolate(x.requires_grad_(), size=3, mode="bilinear").grad_fn.name())
x = x.detach()
print(nn.MultiMarginLoss(), nn.UpsamplingNearest2d(size=2))
print(nn.MultiMarginLoss()(torch.tensor([[0.1, 0.2, 0.4, 0.8]]), torch.tensor([3])), nn.MultiLabelSoftMarginLoss()(torch.zeros(1, 3), torch.ones(1, 3)))
