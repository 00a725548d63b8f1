"""ctc_loss, and images read at places between the cells."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
for reduction in ("mean", "sum", "none"):
    logits = torch.randn(10, 3, 5, requires_grad=True)
    log_probs = logits.log_softmax(2)
    log_probs.retain_grad()
    targets = torch.tensor([[1, 2, 2, 4], [3, 1, 0, 0], [4, 4, 4, 1]])
    loss = F.ctc_loss(log_probs, targets, torch.tensor([10, 8, 9]), torch.tensor([4, 2, 4]), reduction=reduction)
    print(loss)
    loss.sum().backward()
    print(logits.grad[:2], log_probs.grad[8:])
logits = torch.randn(6, 2, 4, requires_grad=True)
flat = nn.CTCLoss(blank=3)(logits.log_softmax(2), torch.tensor([0, 1, 2, 2, 0]), (6, 5), (3, 2))
flat.backward()
print(flat, logits.grad.abs().sum())
short = nn.CTCLoss(reduction="none", zero_infinity=True)(logits.log_softmax(2), torch.tensor([[1, 1, 2, 2], [1, 2, 1, 2]]), (4, 6), (4, 4))
print(short.detach(), F.ctc_loss(logits.log_softmax(2), torch.tensor([[1, 1, 2, 2], [1, 2, 1, 2]]), (4, 6), (4, 4), reduction="none").detach())
print(F.ctc_loss(logits[:, 0].log_softmax(1), torch.tensor([1, 2]), torch.tensor([6]), torch.tensor([2])), nn.CTCLoss())
optimizer = torch.optim.SGD([logits], lr=1.0)
for _ in range(4):
    optimizer.zero_grad()
    loss = nn.CTCLoss()(logits.log_softmax(2), torch.tensor([[1, 2], [3, 3]]), torch.tensor([6, 6]), torch.tensor([2, 2]))
    loss.backward()
    optimizer.step()
    print(f"{loss.item():.4f}")

torch.set_printoptions(precision=2)
image = torch.arange(32.).view(1, 2, 4, 4).requires_grad_()
theta = torch.tensor([[[0.7313, -0.3171, 0.1219], [0.2937, 0.9013, -0.2071]]], requires_grad=True)
for corners in (False, True):
    grid = F.affine_grid(theta, (1, 2, 3, 5), align_corners=corners)
    print(grid)
    for mode in ("bilinear", "nearest"):
        for padding in ("zeros", "border", "reflection"):
            image.grad = theta.grad = None
            wide = grid * 1.5
            found = F.grid_sample(image, wide, mode=mode, padding_mode=padding, align_corners=corners)
            print(mode, padding, found[0, 1])
            (found ** 2).mean().backward(retain_graph=True)
            print(image.grad[0, 0], theta.grad if mode == "bilinear" else None)
print(F.grid_sample(image, grid, align_corners=True).grad_fn.name(), grid.grad_fn.name())
