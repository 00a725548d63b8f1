# Parameters before super().__init__().
import torch
import torch.nn as nn

class Net(nn.Module):
    def __init__(self, n):
        self.n = n
        print("n is", n)
        self.proj = nn.Linear(n, n)


print("building")
Net(3)
