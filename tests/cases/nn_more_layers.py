# Dropout of channels, and relu written over its input.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.randn(2, 2, 3, 2)
m = nn.Dropout2d(0.3)
print(m, m(x), torch.equal(m.eval()(x), x))
x = torch.randn(3, 4)
print(F.relu_(x), F.leaky_relu_(x, 0.1))
