# Dropout of channels, alpha dropout: the same draws, cell by cell, layers and functions.
import torch
import torch.nn as nn
import torch.nn.functional as F


def attempt(label, f):
    try:
        print(label, f())
    except Exception as e:
        print(label, type(e).__name__, e)


torch.manual_seed(0)
for layer in (nn.Dropout1d(0.4), nn.Dropout2d(0.4), nn.Dropout3d(0.4), nn.AlphaDropout(0.4), nn.FeatureAlphaDropout(0.4)):
    print(layer, layer.train())
    for shape in ((3, 4), (2, 3, 2), (2, 1, 2, 1), (1, 3, 1, 2, 2)):
        x = torch.randn(shape, requires_grad=True)

        def run():
            y = layer(x)
            y.sum().backward()
            return y, x.grad
        attempt(shape, run)
    y = torch.ones(2, 3)
    attempt("resting", lambda: layer.eval()(y) is y)
x = torch.randn(2, 4, 3)
for f in (F.dropout1d, F.dropout2d, F.dropout3d, F.alpha_dropout, F.feature_alpha_dropout):
    attempt(f.__name__, lambda: f(x, 0.5, True))
    attempt("all", lambda: f(x, 1.0, True))
    attempt("none", lambda: f(x, 0.0, True) is x)
    attempt("resting", lambda: f(x, 0.5, False) is x)
    attempt("p", lambda: f(x, 1.5, True))
    attempt("one axis", lambda: f(torch.ones(4), 0.5, True))
    y = x.clone()
    attempt("in place", lambda: (f(y, 0.5, True, True), y))
attempt("p", lambda: nn.AlphaDropout(2))
print(torch.rand(2))
selu = nn.Sequential(nn.Linear(4, 8), nn.SELU(), nn.AlphaDropout(0.2), nn.Linear(8, 2))
print(selu, selu(torch.randn(3, 4)))
