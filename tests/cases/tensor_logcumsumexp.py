# logcumsumexp: the logarithm of a running sum of exp, along each axis, of each type, at the edges; its gradient, and
# what it refuses.
import torch


def total(t):
    bits = t.detach().contiguous().view(torch.int16 if t.dtype == torch.bfloat16 else torch.int32).long().flatten()
    return (bits * (torch.arange(bits.numel()) % 1009 + 1)).sum().item()


torch.manual_seed(0)
inf, nan = float("inf"), float("nan")
for dtype in (torch.float32, torch.bfloat16):
    for shape in ((5,), (1000,), (3, 7), (2, 3, 40), (0, 3), (4, 1)):
        for dim in range(len(shape)):
            for scale in (1, 30):
                x = (torch.randn(shape) * scale).to(dtype).requires_grad_()
                y, turned = x.logcumsumexp(dim), torch.logcumsumexp(x.detach().transpose(0, -1), 0)
                y.backward(torch.randn(shape).to(dtype))
                print(dtype, shape, dim, total(y), total(x.grad), total(turned), y.stride(), turned.stride())
for row in ([1, inf, 2], [-inf, -inf, 1], [nan, 1, 2], [1, nan, 2, inf], [inf, -inf], [-inf, 3, -inf], [100, 200, -300.0]):
    x = torch.tensor(row).requires_grad_()
    y = x.logcumsumexp(0)
    y.sum().backward()
    print(y, x.grad)
x = torch.tensor(2.5, requires_grad=True)
x.logcumsumexp(0).backward()
print(x.logcumsumexp(-1), x.grad, torch.arange(3.0).double().logcumsumexp(dim=0))
print(torch.autograd.gradcheck(lambda x: x.logcumsumexp(1), torch.randn(2, 5, dtype=torch.float64, requires_grad=True)))
two, out = torch.ones(2), torch.zeros(2)
print(torch.logcumsumexp(two, 0, out=out) is out, out)
for refused in (lambda: torch.logcumsumexp(torch.arange(3), 0), lambda: two.half().logcumsumexp(0), lambda: two.logcumsumexp(1),
                lambda: two.logcumsumexp(), lambda: two.bool().logcumsumexp(0), lambda: torch.arange(3).logcumsumexp(4),
                lambda: torch.logcumsumexp(two, 0, dtype=torch.float64), lambda: torch.logcumsumexp(two, 0, out=out.double())):
    try:
        print(refused())
    except (TypeError, RuntimeError, IndexError) as e:
        print(type(e).__name__, e)
