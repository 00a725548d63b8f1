# Layers that are one line: hard activations, a list of parameters, axes cut and grids made finer.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.randn(2, 4, 3, 3) * 4
for layer in (nn.Hardtanh(), nn.Hardtanh(-2, 2), nn.Hardsigmoid(), nn.Hardswish(), nn.Softmin(dim=1), nn.PixelShuffle(2), nn.Upsample(scale_factor=2),
              nn.Upsample(size=(4, 4), mode="bilinear", align_corners=True), nn.Unflatten(1, (2, 2))):
    y = layer(x)
    print(layer, y.shape, y[0, 0, 0], y.sum())
print(F.hardswish(torch.tensor([-4.0, -1.0, 0.5, 4.0], requires_grad=True)), F.pixel_shuffle(torch.arange(8.0).reshape(1, 4, 1, 2), 2))


class Mixer(nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = nn.ParameterList([nn.Parameter(torch.ones(2, 2) * k) for k in range(3)])

    def forward(self, x):
        for w in self.weights:
            x = x @ w + self.weights[-1]
        return x


m = Mixer()
print(m, len(m.weights), [name for name, _ in m.named_parameters()], m(torch.eye(2)), list(m.state_dict()))
m.weights.append(torch.zeros(1))
print(len(m.weights), type(m.weights[3]).__name__, sum(p.numel() for p in m.parameters()))
