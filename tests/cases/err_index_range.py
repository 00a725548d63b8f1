# Past the end of an axis.
import torch

x = torch.arange(6).reshape(2, 3)
print(x[1, -3], x[5:], x[:, 3:])
for i in range(3):
    print(i, x[i])
