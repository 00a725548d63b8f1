# layers and functions that are seldom asked for
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.randn(1, 4, 4, 4)
for layer in (nn.ZeroPad2d(1), nn.ZeroPad2d((1, 0, 2, 0)), nn.ConstantPad2d(1, 3.5), nn.ReflectionPad2d(2), nn.ReplicationPad2d((1, 2, 0, 1)),
              nn.ConstantPad1d((2, 1), -1), nn.ReflectionPad1d(1), nn.ReplicationPad1d(2), nn.Softshrink(), nn.Hardshrink(0.3), nn.Tanhshrink(),
              nn.Threshold(0.1, 20), nn.CELU(), nn.CELU(0.5), nn.Softmax2d(), nn.PixelUnshuffle(2), nn.ChannelShuffle(2)):
    y = layer(x[0] if "1d" in type(layer).__name__ else x)
    print(layer, y.shape, y.sum(), y[..., 0, :2])
print(nn.Sequential(nn.ReflectionPad2d(1), nn.Conv2d(4, 2, 3), nn.Softmax2d())(x).shape)
w = torch.randn(3, requires_grad=True)
print(F.softshrink(w), F.hardshrink(w), F.celu(w), F.threshold(w, 0, -1), F.pixel_unshuffle(w.repeat(4).reshape(1, 6, 2), 2))
t = torch.tensor([1.0, -1.0, 1.0])
print(F.soft_margin_loss(w, t), F.hinge_embedding_loss(w, t), F.poisson_nll_loss(w, t.abs()), F.gaussian_nll_loss(w, t, torch.ones(3)))
p = nn.ParameterDict({"a": nn.Parameter(torch.ones(2)), "b": nn.Parameter(torch.zeros(1, 3))})
print(p, list(p.keys()), p["a"].shape, len(p), "b" in p, [name for name, _ in p.named_parameters()], sum(v.numel() for v in p.values()))
m = nn.DataParallel(nn.Linear(4, 2))
print([name for name, _ in m.named_parameters()], m(x).shape)
