# Patches of an image as columns.
import torch
x = torch.randn(1,3,8,8)
import torch.nn as nn
torch.manual_seed(0)
u = nn.Unfold(kernel_size=4, stride=4)
print(u, u(x).shape, u(x)[0, :3])
p = x.unfold(2, 4, 4).unfold(3, 4, 4)
print(p.shape, p.permute(0, 2, 3, 1, 4, 5).reshape(1, 4, -1)[0, 0, :5])
