import torch
x = torch.ones(2)
y = "a" * 10 ** 12
