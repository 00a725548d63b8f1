# Gradients to the last bit where the order shows: rests of silu and gelu's tanh, matrices times vectors, Cholesky,
# digamma's slope, and both operands of a product that are one tensor which others use as well.
import torch
import torch.nn.functional as F


def show(*tensors):
    sums = []
    for x in tensors:
        bits = x.detach().contiguous().view(torch.int32).long().flatten()
        sums.append((bits * (torch.arange(bits.numel()) % 1009 + 1)).sum().item())
    print(*sums)


torch.manual_seed(0)
for n in (2, 3, 5, 7, 8, 11, 16, 17, 31):
    x = torch.randn(n, n + 1).requires_grad_()
    v = torch.randn(n + 1).requires_grad_()
    for f in (F.silu, lambda x: F.gelu(x, approximate='tanh'), lambda x: (x.abs() + 0.5).digamma(),
              lambda x: torch.inner(x, x) + x.sum(), lambda x: torch.einsum('ij,kj->ik', x, x).exp() + x.norm(),
              lambda x: (x @ v).sum() * 0.3, lambda x: (x.view(1, n, n + 1) @ v).sum() * 0.3, lambda x: x @ x[0],
              lambda x: torch.linalg.cholesky(x @ x.t() + torch.eye(n)), lambda x: (x @ x.t()).trace().log(),
              lambda x: torch.linalg.cholesky(x @ x.t() + torch.eye(n), upper=n % 2 == 0) * 1.7):
        x.grad = v.grad = None
        y = f(x)
        (y.double() * 0.7).sum().backward()
        show(y, *[t.grad for t in (x, v) if t.grad is not None])
