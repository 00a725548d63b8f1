# A norm over another width.
import torch
import torch.nn as nn

norm = nn.LayerNorm(4)
print(norm(torch.arange(8.0).reshape(2, 4)))
norm(torch.ones(2, 3))
