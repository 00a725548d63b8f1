# A probability above one.
import torch
import torch.nn as nn

print(nn.Dropout(1.0)(torch.ones(2)))
nn.Dropout(1.5)
