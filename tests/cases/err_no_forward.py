# A module that forgot its forward.
import torch
import torch.nn as nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(1, 1)

    def forwards(self, x):
        return self.a(x)


net = Net()
print(net)
net(torch.ones(1, 1))
