from collections import OrderedDict
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.rand(2, 3, 4, 5)
print(F.unfold(x, 2).shape, F.unfold(x, (2, 3), padding=1, stride=2).shape)
print(F.unfold(x[:1, :1], 2))
columns = nn.Unfold(kernel_size=3, padding=1, stride=2)(x)
print(columns.shape, nn.Unfold(3, padding=1))
print(nn.Fold((4, 5), 3, padding=1, stride=2)(columns)[0, 0])
print(F.fold(F.unfold(x, 2, dilation=2), (4, 5), 2, dilation=2)[1, 2], F.fold(columns[0], (4, 5), 3, 1, 1, 2).shape)
print(nn.Fold(output_size=(4, 5), kernel_size=2), F.unfold(x[0], 2).shape)
try:
    F.fold(columns, (4, 6), 3)
except RuntimeError as error:
    print(error)
w = torch.rand(4, 3, 2, 2)
by_columns = (w.view(4, -1) @ F.unfold(x, 2)).view(2, 4, 3, 4)
print(torch.allclose(by_columns, F.conv2d(x, w), atol=1e-6))
norm = nn.InstanceNorm2d(3, affine=True)
print(norm, norm(x)[0, 0])
print(nn.InstanceNorm1d(3)(x[:, :, 0]), nn.InstanceNorm1d(3)(x[0, :, 0]).shape)
tracked = nn.InstanceNorm2d(3, track_running_stats=True)
tracked(x)
print(tracked.running_mean, tracked.running_var, tracked.eval()(x)[1, 1, 0])
print(nn.AdaptiveMaxPool2d(1)(x)[:, :, 0, 0], nn.AdaptiveMaxPool2d((2, 3))(x)[0, 0], nn.AdaptiveMaxPool2d((None, 2)))
x.requires_grad_()
print(F.unfold(x, 2).grad_fn.name(), F.adaptive_max_pool2d(x, 2).grad_fn.name())
sizes = OrderedDict(a=1, b=2)
print(next(reversed(sizes.values())), list(reversed(sizes.keys())))
