# group_norm and its gradients to the last bit: channels and groups of fewer and of more cells than the lanes that
# PyTorch adds them up in.
import torch
import torch.nn.functional as F


def show(*tensors):
    sums = []
    for x in tensors:
        bits = x.detach().contiguous().view(torch.int32).long().flatten()
        sums.append((bits * (torch.arange(bits.numel()) % 1009 + 1)).sum().item())
    print(*sums)


torch.manual_seed(0)
for N, C, L, groups in ((2, 3, 6, 1), (2, 3, 14, 1), (2, 3, 15, 1), (2, 6, 1, 1), (2, 7, 2, 1), (2, 14, 1, 1),
                        (2, 13, 3, 1), (3, 2, 1, 1), (2, 6, 7, 2), (5, 8, 16, 4), (2, 32, 20, 2), (4, 6, 3, 3),
                        (3, 40, 8, 2), (3, 7, 40, 1)):
    for weighted, shifted in ((False, False), (True, False), (True, True)):
        x = torch.randn(N, C, L, requires_grad=True)
        weight = torch.randn(C, requires_grad=True) if weighted else None
        bias = torch.randn(C, requires_grad=True) if shifted else None
        y = F.group_norm(x, groups, weight, bias)
        y.backward(torch.randn(y.shape))
        show(y, *[t.grad for t in (x, weight, bias) if t is not None])
    show(torch.group_norm(x, groups, None, bias))
x = torch.linspace(-1, 2, 48).sin().view(2, 6, 4).requires_grad_()
weight = torch.linspace(0, 1, 6).requires_grad_()
grads = torch.autograd.grad((F.group_norm(x, 3, weight, weight) ** 3).sum(), (x, weight), create_graph=True)
again = torch.autograd.grad(sum((g ** 2).sum() for g in grads), (x, weight))
print([f"{g.abs().sum().item():.4g}" for g in again])
try:
    torch.group_norm(x, 4)
except RuntimeError as error:
    print(error)
try:
    torch.group_norm(x, 3, weight[:4])
except RuntimeError as error:
    print(error)
