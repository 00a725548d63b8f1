# Sums and means of float64 to the last bit: PyTorch adds four neighbours side by side, and four rows of those.
import torch


def show(*tensors):
    print(*[(x.contiguous().view(torch.int64).flatten() % 100003 * (torch.arange(x.numel()) % 1009 + 1)).sum().item()
            for x in tensors])


def numbers(*shape):
    n = torch.Size(shape).numel()
    return ((torch.arange(n) * 7919 % 10007).double() / 10007 - 0.45).view(shape)


torch.set_num_threads(1)
for n in [*range(1, 70), 100, 255, 257, 1000, 4097, 70001, 300001]:
    x = numbers(n)
    show(x.sum(), x.mean(), x[None].sum(), numbers(2 * n)[::2].sum(), x.nansum())
for shape in ((3, 5), (5, 3), (16, 4), (4, 16), (17, 19), (33, 40), (300, 7), (2, 3, 4), (6, 7, 9), (4, 10, 64),
              (3, 17, 4, 6), (12, 1, 13), (9, 9, 9), (1100, 9), (2, 5000), (5000, 2)):
    x = numbers(*shape)
    for y in (x, x.transpose(0, -1), x.transpose(0, 1)):
        for axis in range(len(shape)):
            show(y.sum(axis), y.mean(axis, keepdim=True), y[1:].sum(axis))
        show(y.sum(), y.mean((0, 1)), y.expand(2, *y.shape).sum((0, 1)))
for n in range(1, 40):  # what a loss is made of
    p = numbers(n, 3).requires_grad_()
    loss = ((p - 0.3) ** 2).mean()
    loss.backward()
    show(loss.detach(), p.grad, (p.detach() / 7).sum(1))
