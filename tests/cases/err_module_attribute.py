# A module without that attribute.
import torch
import torch.nn as nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = nn.Linear(2, 2)

    def forward(self, x):
        return self.dropout_layer(self.proj(x))


net = Net()
print(net, hasattr(net, "proj"), hasattr(net, "other"))
net(torch.ones(1, 2))
