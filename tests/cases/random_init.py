# torch.nn.init: fans, bounds and the numbers themselves.
import math
import torch
import torch.nn as nn
from torch.nn import init

torch.manual_seed(9)
w = torch.empty(3, 5)
print(init.uniform_(w, -0.5, 0.5))
print(init.normal_(w, mean=1.0, std=0.1))
print(init.constant_(w, 0.25)[0], init.ones_(w)[0], init.zeros_(w)[0])
print(init.eye_(torch.empty(2, 3)))
print(init.xavier_uniform_(w))
print(init.xavier_uniform_(w, gain=init.calculate_gain("relu"))[0])
print(init.xavier_normal_(w)[1])
print(init.kaiming_uniform_(w, a=math.sqrt(5))[0])
print(init.kaiming_uniform_(w, mode="fan_out", nonlinearity="relu")[0])
print(init.kaiming_normal_(w, mode="fan_in")[2])
print(init._calculate_fan_in_and_fan_out(w))
print(init.calculate_gain("linear"), init.calculate_gain("tanh"), init.calculate_gain("relu"))
layer = nn.Linear(3, 2)
init.xavier_uniform_(layer.weight)
init.constant_(layer.bias, 0.0)
print(layer.weight, layer.bias)
nn.init.normal_(layer.weight, std=0.02)
print(layer.weight)
