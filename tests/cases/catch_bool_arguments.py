# True is no int to PyTorch's operations; lists name the element that is no tensor
import torch
import torch.nn as nn
import torch.nn.functional as F


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


x = torch.tensor([[0.5, -1.0, 2.0], [1.5, 0.0, -0.5]])
attempt(lambda: x.topk(2, True))
attempt(lambda: torch.topk(x, 2, True, False))
attempt(lambda: x.argmax(True))
attempt(lambda: x.sort(True))
attempt(lambda: torch.argsort(x, False))
attempt(lambda: torch.stack([x, x], True))
attempt(lambda: x.sum(True))
attempt(lambda: x.softmax(True))
attempt(lambda: round(x))
attempt(lambda: round(torch.tensor(2.5)))
attempt(lambda: round(torch.tensor(2.5).item()))
attempt(lambda: torch.vstack([x, 1]))
attempt(lambda: torch.vstack([x, 1], out=None))
attempt(lambda: torch.meshgrid(torch.arange(2), 3))
attempt(lambda: torch.block_diag(x, [1.0]))
attempt(lambda: torch.einsum("ij->ji", None))
attempt(lambda: nn.Embedding(3, 2)(1))
attempt(lambda: F.embedding(torch.tensor([0]), [x]))
attempt(lambda: F.embedding(x))
attempt(lambda: F.embedding(x > 0, x))
attempt(lambda: F.nll_loss(x, 1))
attempt(lambda: torch.tensordot(x))
attempt(lambda: nn.Parameter([1.0]))
attempt(lambda: torch.as_tensor([1, 2], torch.float32))
attempt(lambda: x.std(correction=0))
attempt(lambda: x.std(0, correction=0))
attempt(lambda: torch.movedim(torch.ones(2, 3, 4), (0, 1), (0,)))
attempt(lambda: torch.ones(1, 2, dtype=torch.bool).expand(2))
attempt(lambda: torch.isclose(x, x, rtol=-1))
attempt(lambda: x.mean(dtype=torch.int64))
print(x.names, x.name, x.retains_grad)
import numpy as np

a = np.ones(3)
for f in (lambda: x == a, lambda: a == x, lambda: x != a, lambda: x < a, lambda: a / x[0] ** 0, lambda: x * a):
    attempt(f)
