# Dropout in training draws for each element; in evaluation it does nothing.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(4)
x = torch.ones(3, 6)
drop = nn.Dropout(0.5)
print(drop)
print(drop(x))
print(drop(x))
drop.eval()
print(drop(x) is x, torch.equal(drop(x), x))
drop.train()
print(nn.Dropout(p=0.1)(torch.ones(2, 5)))
print(nn.Dropout(p=0.0)(x[0]), nn.Dropout(p=1.0)(x[0]))
print(F.dropout(x, p=0.25))
print(F.dropout(x[0]))
print(F.dropout(x, 0.5, training=False)[0])
print(F.dropout(x, 0.5, False)[0])
weights = torch.softmax(torch.arange(8.0).reshape(2, 4), dim=-1)
print(F.dropout(weights, 0.5))
print(torch.rand(2))
y = torch.ones(4)
print(F.dropout(y, 0.5, inplace=True), y)
