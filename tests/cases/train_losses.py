# Losses between 0 and 1: gradients that stay finite where a probability is 0 or 1.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
target = torch.tensor([1.0, 0.0, 1.0, 0.0, 0.3])
weight = torch.tensor([1.0, 2.0, 0.5, 3.0, 1.5])
for reduction in ("mean", "sum", "none"):
    for w in (None, weight):
        p = torch.tensor([1.0, 0.0, 0.3, 1.0, 0.6], requires_grad=True)
        loss = F.binary_cross_entropy(p, target, weight=w, reduction=reduction)
        loss.backward(torch.arange(1.0, 6.0) if reduction == "none" else None)
        print(reduction, loss.tolist(), loss.grad_fn.name(), p.grad.tolist())
        for more in (None, torch.tensor(2.5)):
            x = torch.tensor([100.0, -200.0, 0.3, 100.0, -1.2], requires_grad=True)
            loss = F.binary_cross_entropy_with_logits(x, target, weight=w, reduction=reduction, pos_weight=more)
            loss.backward(torch.arange(1.0, 6.0) if reduction == "none" else None)
            print(reduction, loss.tolist(), loss.grad_fn.name(), x.grad.tolist())
x = torch.randn(4, 5, requires_grad=True)
y = torch.rand(4, 5)
first, = torch.autograd.grad(F.binary_cross_entropy_with_logits(x, y), x, create_graph=True)
second, = torch.autograd.grad(first.sum(), x)
print(first.tolist(), second.tolist())
with torch.no_grad():
    print(F.binary_cross_entropy(torch.sigmoid(x), y).requires_grad)

points = torch.randn(40, 2)
inside = ((points ** 2).sum(1) < 1).float()
w, b = torch.zeros(2, requires_grad=True), torch.zeros(1, requires_grad=True)
optimizer = torch.optim.Adam([w, b], lr=0.1)
for criterion, last in ((nn.BCELoss(), torch.sigmoid), (nn.BCEWithLogitsLoss(), lambda z: z)):
    for step in range(5):
        optimizer.zero_grad()
        loss = criterion(last((points.abs() * w).sum(1) + b), inside)
        loss.backward()
        optimizer.step()
        print(step, loss.item(), w.tolist(), b.item())

# The old flags in the place of reduction
for options in (dict(size_average=False), dict(reduce=False), dict(size_average=True), dict(size_average=False, reduce=True)):
    for kind in (nn.MSELoss, nn.L1Loss, nn.BCEWithLogitsLoss):
        criterion = kind(**options)
        print(kind.__name__, options, criterion.reduction, criterion(x.detach()[0], y[0]))
