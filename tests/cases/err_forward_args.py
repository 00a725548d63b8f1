# forward gets too little.
import torch
import torch.nn as nn

class Cross(nn.Module):
    def forward(self, query, key, value=None):
        print("called", query.shape, key.shape, value)
        return query @ key.T


c = Cross()
print(c(torch.ones(1, 2), torch.ones(3, 2)))
c(torch.ones(1, 2))
