# Determinants, inverses, systems and Cholesky of float32 to the last bit, and their gradients: LAPACK's steps
# depend on the size, on how the matrix lies and on how many right sides there are.
import torch


def show(*tensors):
    sums = []
    for x in tensors:
        bits = x.detach().contiguous().view(torch.int32).long().flatten()
        sums.append((bits * (torch.arange(bits.numel()) % 1009 + 1)).sum().item())
    print(*sums)


torch.manual_seed(0)
for n in (2, 3, 5, 7, 8, 9, 16, 17, 31, 32, 33, 65):
    x = torch.randn(n, n + 1)
    even, uneven = x @ x.t() + torch.eye(n), torch.randn(n, n)
    print(n)
    for a in (even, even.t(), uneven, uneven.t()):
        a = a.detach().requires_grad_()
        v, b = torch.randn(n).requires_grad_(), torch.randn(n, 3).requires_grad_()
        made = [torch.linalg.slogdet(a)[1], torch.inverse(a), torch.linalg.solve(a, v), torch.linalg.solve(a, b)]
        if n < 20:
            made.append(torch.det(a * 0.3))
        show(*made)
        for y in made:
            a.grad = v.grad = b.grad = None
            (y * 1.25).sum().backward()
            show(*[t.grad for t in (a, v, b) if t.grad is not None])
    if n <= 32:
        show(torch.linalg.cholesky(even), torch.linalg.cholesky(even.t(), upper=True))
    z = torch.randn(2, n, n)
    show(torch.inverse(z), torch.linalg.solve(z, torch.randn(2, n, 2)), torch.linalg.slogdet(z)[1])
    print(torch.inverse(z).stride(), torch.linalg.solve(even, v).stride(), torch.linalg.cholesky(even).stride())
