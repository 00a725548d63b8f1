import torch
x = torch.ones(2)
y = torch.zeros(1000000, 1000000)
