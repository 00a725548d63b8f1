# A layer that is fed the wrong width, two calls deep.
import torch
import torch.nn as nn

class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.query = nn.Linear(4, 2)

    def forward(self, x):
        print("forward", x.shape)
        return self.query(x)


model = nn.Sequential(nn.Identity(), Head())
print(model(torch.zeros(2, 3, 4)).shape)
print(model(torch.zeros(2, 3, 5)).shape)
