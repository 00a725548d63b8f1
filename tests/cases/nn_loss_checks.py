# what losses and activations refuse, and their edges
import torch
import torch.nn as nn
import torch.nn.functional as F


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


x = torch.tensor([[0.5, -1.0, 2.0], [1.5, 0.0, -0.5]])
y = torch.tensor([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
w = torch.tensor([[1, 0, 0], [0, 1, 0]])
inf = float("inf")
attempt(lambda: nn.BCELoss()(x, y))
attempt(lambda: nn.BCELoss()(torch.sigmoid(x), w))
attempt(lambda: nn.BCELoss()(torch.sigmoid(x), y))
attempt(lambda: F.cross_entropy(x, w))
attempt(lambda: F.cross_entropy(x, y))
attempt(lambda: F.kl_div(x, y))
attempt(lambda: F.kl_div(x, x, reduction="none"))
attempt(lambda: F.kl_div(x, w))
attempt(lambda: F.binary_cross_entropy_with_logits(x * 40, y, reduction="none"))
attempt(lambda: F.binary_cross_entropy_with_logits(x, y, pos_weight=torch.tensor([2.0, 1.0, 3.0])))
edges = torch.tensor([-inf, -30.0, -1.0, -0.0, 1.0, 30.0, inf, float("nan")])
for f in (F.logsigmoid, F.relu6, F.selu):
    attempt(lambda: f(edges))
    attempt(lambda: f(torch.arange(-2, 3)))
a, b = torch.randn(4, 1, 3), torch.randn(1, 5, 3)
print(F.cosine_similarity(a, b, dim=-1).shape)
print(F.cosine_similarity(x, torch.ones(1, 1), dim=-1), F.cosine_similarity(x, x[:1], dim=0))
torch.manual_seed(3)
print(F.gumbel_softmax(torch.randn(3, 4).t(), dim=0), F.gumbel_softmax(x, hard=True))
p, q = torch.arange(2.0, requires_grad=True), torch.arange(3.0)
print(torch.meshgrid(p, q, indexing="ij"), torch.broadcast_tensors(p[:1], torch.ones(2)))
c = torch.tensor([[1, 2], [250, 4]])
print(c.sum(dtype=torch.int32), c.sum(dtype=torch.uint8), c.sum(0, dtype=torch.bool), c.prod(dtype=torch.int16))
m, n = torch.ones(2, 3, requires_grad=True), torch.ones(2, 3, 1)
print([r.grad_fn.name() for r in (m @ n, m[:1] @ torch.ones(2, 3, 4), m[:, :1] @ torch.ones(2, 1, 4))])
