# How modules print, alone and nested.
import torch
import torch.nn as nn

for m in (nn.Linear(3, 2), nn.Linear(3, 2, bias=False), nn.Dropout(), nn.Dropout(p=0.1), nn.Dropout(0.2, inplace=True),
          nn.Embedding(10, 4), nn.Embedding(10, 4, padding_idx=0), nn.LayerNorm(8), nn.LayerNorm([2, 3], eps=1e-6),
          nn.LayerNorm(4, elementwise_affine=False), nn.ReLU(), nn.ReLU(inplace=True), nn.GELU(), nn.GELU("tanh"),
          nn.Softmax(dim=-1), nn.Softmax(1), nn.LogSoftmax(dim=0), nn.Tanh(), nn.Sigmoid(), nn.Identity(), nn.SiLU(),
          nn.ELU(), nn.LeakyReLU(0.1), nn.Flatten(), nn.CrossEntropyLoss(), nn.MSELoss(), nn.Softplus(),
          nn.Sequential(), nn.ModuleList(), nn.ModuleDict(), nn.MultiheadAttention(4, 2)):
    print(m)


class Block(nn.Module):
    def __init__(self, width, hidden):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.mlp = nn.Sequential(nn.Linear(width, hidden), nn.GELU(), nn.Linear(hidden, width), nn.Dropout(0.1))
        self.heads = nn.ModuleList([nn.Linear(width, 2, bias=False) for _ in range(2)])

    def extra_repr(self):
        return "a block"


class Empty(nn.Module):
    pass


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(7, 4)
        self.blocks = nn.Sequential(*[Block(4, 8) for _ in range(2)])
        self.parts = nn.ModuleDict({"up": nn.Linear(4, 8), "act": nn.ReLU(), "none": Empty()})
        self.attn = nn.MultiheadAttention(4, 2, batch_first=True)


print(Net())
print(Empty(), str(Empty()), repr(nn.ReLU()), f"{nn.Tanh()}", [nn.ReLU(), nn.Linear(1, 1)])
