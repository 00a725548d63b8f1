# softmax, log_softmax and cross_entropy of float64 with their gradients, to the last bit: rows shorter and
# longer than the four lanes in which PyTorch adds them up, and columns in groups of four with a rest.
import torch
import torch.nn.functional as F


def show(*tensors):
    print(*[(x.contiguous().view(torch.int64).flatten() % 100003 * (torch.arange(x.numel()) % 1009 + 1)).sum().item()
            for x in tensors])


def numbers(*shape):
    n = torch.Size(shape).numel()
    return ((torch.arange(n) * 7919 % 10007).double() / 1000.7 - 4.5).view(shape)


for n in (2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 16, 17, 33):
    for rows in (1, 5):
        x = numbers(rows, n).requires_grad_()
        for dim in (-1, 0):
            for f in (F.softmax, F.log_softmax):
                y = f(x, dim)
                show(y.detach(), *torch.autograd.grad(y, x, numbers(rows, n).flip(1) * 0.37))
        loss = F.cross_entropy(x, torch.arange(rows) % n)
        show(loss.detach(), *torch.autograd.grad(loss, x))
