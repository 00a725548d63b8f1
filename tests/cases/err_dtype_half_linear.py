# A model in half precision on the CPU: Linear is the first to refuse.
import torch
import torch.nn as nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)).half()
x = torch.randn(2, 4).half()
print(x)
print(model[0].weight.dtype)
print(model(x))
