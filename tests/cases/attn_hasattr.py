# Code that asks for newer functions takes its older path, as under PyTorch 1.13.
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(4, 12)
        self.flash = hasattr(torch.nn.functional, "scaled_dot_product_attention")
        if not self.flash:
            print("slow attention")
            self.register_buffer("bias", torch.tril(torch.ones(3, 3)).view(1, 3, 3))

    def forward(self, x):
        q, k, v = self.qkv(x).split(4, dim=2)
        att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
        att = att.masked_fill(self.bias == 0, float("-inf"))
        return F.softmax(att, dim=-1) @ v


torch.manual_seed(0)
print(Attention()(torch.ones(1, 3, 4)).shape)
print(hasattr(F, "softmax"), hasattr(F, "scaled_dot_product_attention"), hasattr(nn, "RMSNorm"))
print(getattr(F, "scaled_dot_product_attention", None))
