import torch
x = torch.ones(2)
total = 0
for k in range(1000000000):
    total = 0
print(total)
