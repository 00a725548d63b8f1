"""A layer that mixes words by Fourier transforms instead of attention learns."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Mixing(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.norm, self.ff = nn.LayerNorm(d), nn.Sequential(nn.Linear(d, 2 * d), nn.GELU(), nn.Linear(2 * d, d))

    def forward(self, x):
        x = self.norm(x + torch.fft.fft(torch.fft.fft(x, dim=-1), dim=-2).real)
        return x + self.ff(x)


torch.manual_seed(0)
model = nn.Sequential(nn.Embedding(7, 8), Mixing(8), Mixing(8), nn.Linear(8, 7))
words = torch.randint(0, 7, (4, 6))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(10):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(words).flatten(0, 1), words.roll(1, 1).flatten())
    loss.backward()
    optimizer.step()
    print(f"{loss.item():.4f} {model[0].weight.grad.norm():.4f}")
x = torch.randn(3, 5, requires_grad=True)
for loss in (torch.fft.fft2(x).imag.pow(2).sum(), (torch.fft.rfft(x).real ** 2 + torch.fft.rfft(x, norm="ortho").imag ** 2).mean(),
             (torch.fft.irfft(torch.fft.rfft(x), n=5) ** 2).sum(), torch.complex(x, 2 * x).imag.sum()):
    x.grad = None
    loss.backward()
    print(loss.detach(), x.grad)
