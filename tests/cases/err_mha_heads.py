# Heads that do not divide the width.
import torch
import torch.nn as nn

print(nn.MultiheadAttention(6, 3).head_dim)
nn.MultiheadAttention(6, 4)
