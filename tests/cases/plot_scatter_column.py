# Colors by a column of numbers, as y.reshape(-1, 1) makes them.
import matplotlib.pyplot as plt
import torch

x = torch.linspace(0, 1, 5).unsqueeze(1)
dots = plt.scatter(x.numpy(), x.numpy(), c=x.numpy())
print(dots.get_array().shape)
