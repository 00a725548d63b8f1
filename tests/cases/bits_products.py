# Products of matrices to the last bit: .tolist() shows every one. Sums run over k in order, each
# product fused with the addition; what is added comes last.
import torch
import torch.nn as nn
import torch.nn.functional as F


def show(*results):
    for cells in results:
        cells = cells.flatten().tolist()
        print(cells[:3], cells[-3:])


torch.manual_seed(0)
for dtype in (torch.float32, torch.float64):
    for m, n, k in ((1, 2, 2), (2, 3, 4), (4, 7, 3), (3, 6, 5), (8, 6, 8), (5, 9, 7)):
        a = (torch.rand(m, k) - 0.5).to(dtype) / 3
        b = (torch.rand(k, n) - 0.5).to(dtype) / 3
        w = (torch.rand(n, k) - 0.5).to(dtype) / 3
        bias = (torch.rand(n) - 0.5).to(dtype) / 3
        whole = (torch.rand(m, n) - 0.5).to(dtype) / 3
        x = (torch.rand(2, m, k) - 0.5).to(dtype) / 3
        y = (torch.rand(2, k, n) - 0.5).to(dtype) / 3
        print(m, n, k, dtype)
        show(a @ b)
        show(torch.mm(a, w.T))
        show(a[0] @ b)
        show(x @ b)
        show(x[None] @ w.T)
        show(a @ y)
        show(F.linear(a, w), F.linear(x, w, bias))
        show(torch.tensordot(x, b, dims=1))
        show(torch.inner(x, w))
        for alpha, beta in ((1, 1), (0.3, 0.7), (0.3, 1), (1, 0.7), (0.7, 0), (2, 0.5)):
            show(torch.addmm(whole, a, b, alpha=alpha, beta=beta))
            show(torch.addmm(bias, a, w.T, alpha=alpha, beta=beta))

# float32 holds on to longer sums
for m, n, k in ((10, 16, 24), (9, 11, 31), (6, 6, 20), (50, 3, 16), (1, 12, 17), (13, 1, 12)):
    a, b = torch.rand(m, k) - 0.5, torch.rand(k, n) - 0.5
    w, bias = torch.rand(n, k) - 0.5, torch.rand(n) - 0.5
    print(m, n, k)
    show(a @ b)
    show(a @ w.T, F.linear(a, w, bias)[0])

torch.manual_seed(0)
layer = nn.Linear(16, 24)
show(layer(torch.rand(4, 16)))

# a dot product of float32: products rounded to float32, added up in float64
for k in (2, 3, 5, 8, 17, 31):
    u, v = torch.rand(6, k) - 0.5, torch.rand(k) - 0.5
    print(k, [torch.dot(row, v).item() for row in u], (u[0] @ v).item())
for k in (3, 7, 15):
    u, v = (torch.rand(6, k) - 0.5).double() / 3, (torch.rand(k) - 0.5).double() / 3
    print(k, [torch.dot(row, v).item() for row in u])
