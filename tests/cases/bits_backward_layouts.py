# Gradients of products to the last bit, whatever lies transposed or sliced: which operands PyTorch joins to one
# matrix, and which it multiplies matrix by matrix, shows in the gradients' sums.
import torch
import torch.nn.functional as F


def total(x):
    bits = x.detach().contiguous().view(torch.int32).long().flatten()
    return (bits * (torch.arange(bits.numel()) % 1009 + 1)).sum().item()


def made(shape, order, sliced):
    """Numbers of this shape whose axes lie in memory in this order."""
    x = torch.empty([shape[d] for d in order]).uniform_(-1, 1).permute([order.index(d) for d in range(len(shape))])
    return (torch.cat([x, x], -1)[..., : shape[-1]] if sliced else x).requires_grad_()


def told(words, y, *inputs):
    for grad in (made(y.shape, list(range(y.dim())), False), made(y.shape, list(range(y.dim())), True),
                 made(y.shape, list(range(y.dim()))[::-1], False)):
        grads = torch.autograd.grad(y, inputs, grad.detach(), retain_graph=True)
        print(words, total(y), *[total(g) for g in grads])


torch.manual_seed(0)
for B, T, K, N in ((3, 5, 16, 8), (5, 12, 7, 16), (16, 2, 3, 5)):
    bias = made((N,), [0], False)
    for order in ([0, 1, 2], [0, 2, 1], [1, 0, 2], [2, 0, 1]):
        for sliced in (False, True):
            x = made((B, T, K), order, sliced)
            for w in (made((N, K), [0, 1], False), made((N, K), [1, 0], False)):
                told("linear", F.linear(x, w, bias), x, w, bias)
                told("no bias", F.linear(x, w), x, w)
                told("x @ w", x @ w.t(), x, w)
                told("w @ x", w @ x.mT, w, x)
            told("row", w[0].detach() @ x.mT, x)
            told("x @ row", x @ w[1], x, w)
    x, w = made((2, B, T, K), [0, 2, 1, 3], False), made((N, K), [0, 1], False)
    told("four axes", F.linear(x, w, bias), x, w, bias)
    told("four axes", w @ x.mT, w, x)
    told("batches", x @ made((B, N, K), [1, 0, 2], False).mT, x)

for shape in ((5,), (1, 5), (4, 5)):  # a bias of two axes
    x, w, b = made((4, 3), [0, 1], False), made((5, 3), [0, 1], False), made(shape, list(range(len(shape))), False)
    told(shape, F.linear(x, w, b), x, w, b)
