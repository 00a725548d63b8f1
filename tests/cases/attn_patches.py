# Patches of a picture as tokens, a class token, positions and one block; no convolution.
import torch
import torch.nn as nn

torch.manual_seed(64)
image = torch.arange(2 * 1 * 4 * 4, dtype=torch.float32).reshape(2, 1, 4, 4) / 10
B, C, H, W = image.shape
p = 2
patches = image.reshape(B, C, H // p, p, W // p, p).permute(0, 2, 4, 3, 5, 1).flatten(3).flatten(1, 2)
print(patches.shape, patches[0])
same = image.unfold(2, p, p).unfold(3, p, p).reshape(B, C, -1, p * p).squeeze(1)
print(torch.equal(same, patches), same.stride())


class Embed(nn.Module):
    def __init__(self, n, width):
        super().__init__()
        self.project = nn.Linear(p * p * C, width)
        self.cls = nn.Parameter(torch.zeros(1, 1, width))
        self.pos = nn.Parameter(torch.randn(1, n + 1, width) * 0.02)

    def forward(self, x):
        x = self.project(x)
        x = torch.cat((self.cls.expand(x.shape[0], -1, -1), x), dim=1)
        return x + self.pos


embed = Embed(4, 6)
tokens = embed(patches)
print(tokens.shape, tokens[0, :2])
block = nn.MultiheadAttention(6, 2, batch_first=True)
norm = nn.LayerNorm(6)
h = norm(tokens)
out, weights = block(h, h, h)
tokens = tokens + out
print(tokens[1])
print(weights[0])
head = nn.Sequential(nn.LayerNorm(6), nn.Linear(6, 3))
logits = head(tokens[:, 0])
print(logits, logits.argmax(dim=-1).tolist(), logits.softmax(-1).max(dim=-1).values.shape)
print(embed, [tuple(q.shape) for q in embed.parameters()], embed.cls)
