# Dropout of channels, alpha dropout, the rarer losses and activations, weight_norm.
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils import remove_weight_norm, weight_norm

torch.manual_seed(0)
x3, x4, x5 = torch.randn(2, 3, 4), torch.randn(2, 2, 3, 2), torch.randn(2, 2, 2, 1, 2)
for m, x in ((nn.Dropout1d(), x3), (nn.Dropout1d(), x3[0]), (nn.Dropout2d(0.3), x4), (nn.Dropout3d(), x5),
             (nn.Dropout3d(), x4), (nn.AlphaDropout(), x3), (nn.AlphaDropout(0.2), x4), (nn.FeatureAlphaDropout(), x4)):
    torch.manual_seed(3)
    print(m, m(x), torch.equal(m.eval()(x), x))
a, b, c = torch.randn(3, 4), torch.randn(3, 4), torch.randn(3, 4)
y = torch.tensor([1.0, -1.0, 1.0])
for how in ("mean", "sum", "none"):
    print(nn.MarginRankingLoss(0.5, reduction=how)(a[:, 0], b[:, 0], y), nn.HingeEmbeddingLoss(reduction=how)(a, y[:, None]))
    print(nn.SoftMarginLoss(reduction=how)(a, y[:, None].expand(3, 4)), nn.CosineEmbeddingLoss(0.1, reduction=how)(a, b, y))
    print(nn.TripletMarginLoss(reduction=how)(a, b, c), nn.TripletMarginLoss(2.0, 1.0, swap=True, reduction=how)(a, b, c))
    print(nn.PoissonNLLLoss(reduction=how)(a, b.abs()))
    print(nn.PoissonNLLLoss(log_input=False, full=True, reduction=how)(a.abs(), b.abs() * 3))
    print(nn.GaussianNLLLoss(reduction=how)(a, b, c.abs()), nn.GaussianNLLLoss(full=True, reduction=how)(a, b, c.abs()[:, :1]))
g = a.clone().requires_grad_()
print(F.margin_ranking_loss(g, b, b), F.hinge_embedding_loss(g, y[:, None]), F.soft_margin_loss(g, b))
print(F.cosine_embedding_loss(g, b, y), F.triplet_margin_loss(g, b, c), F.poisson_nll_loss(g, b))
for m in (nn.Softshrink(), nn.Hardshrink(), nn.Softshrink(1.2), nn.Hardshrink(0.1), nn.Softmax2d()):
    print(m, m(x4)[0, 0] if isinstance(m, nn.Softmax2d) else (m(a), m(g)[0]))
x = a.clone()
print(F.relu_(x), F.leaky_relu_(x, 0.1), F.elu_(x), F.hardtanh_(x, -0.1, 0.1), F.threshold_(x, 0, 9.0))
m = weight_norm(nn.Linear(4, 3))
print(m, [(name, tuple(p.shape)) for name, p in m.named_parameters()], m(a), m.weight_g, m.weight)
with torch.no_grad():
    m.weight_g.mul_(2)
print(m(a), list(remove_weight_norm(m).state_dict()), m(a))
for m, x in ((nn.Softshrink(-1), a), (nn.Dropout1d(), x4)):
    try:
        print(m(x))
    except Exception as error:
        print(type(error).__name__, error)
