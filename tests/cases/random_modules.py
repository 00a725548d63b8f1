# Construction order is the order of the draws.
import torch
import torch.nn as nn

torch.manual_seed(123)
layer = nn.Linear(4, 3)
print(layer.weight)
print(layer.bias)
print(nn.Linear(2, 2, bias=False).weight)
print(nn.Embedding(5, 3).weight)
print(nn.Embedding(4, 2, padding_idx=0).weight)
norm = nn.LayerNorm(3)
print(norm.weight, norm.bias)
print(torch.rand(1))


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.right = nn.Linear(2, 1)
        self.scale = nn.Parameter(torch.randn(2))
        self.left = nn.Linear(2, 1)


torch.manual_seed(123)
pair = Pair()
for name, p in pair.named_parameters():
    print(name, p.data)
torch.manual_seed(123)
mha = nn.MultiheadAttention(4, 2)
print(mha.out_proj.weight)
print(mha.in_proj_weight)
print(mha.in_proj_bias, mha.out_proj.bias)
