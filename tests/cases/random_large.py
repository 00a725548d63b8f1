# Larger draws: only edges and summaries are shown.
import torch
import torch.nn as nn

torch.manual_seed(2024)
x = torch.randn(50, 60)
print(x)
print(f"{x.mean().item():.4f} {x.std().item():.4f} {x.min().item():.4f} {x.max().item():.4f}")
print(torch.rand(1100))
print(torch.randint(0, 1000, (30, 40)))
print(torch.randperm(1500)[:8], torch.randn(1001)[-3:], torch.randn(3, 333)[2, -2:])
layer = nn.Linear(64, 48)
print(layer.weight)
print(layer.bias[:5], layer(torch.ones(64))[:4])
table = nn.Embedding(300, 16)
print(table(torch.tensor([0, 150, 299]))[:, :4])
print(nn.Dropout(0.9)(torch.ones(8, 200)).sum(dim=1))
torch.manual_seed(2024)
again = torch.randn(50, 60)
print(torch.equal(again, x), torch.randn(1, 1, 1), torch.randn(15)[-1], torch.randn(16)[-1])
