# Batches of matrices to the last bit. Below 400 multiplications per matrix PyTorch multiplies
# itself and rounds every product; from 400 on the products are fused with the additions.
import torch
import torch.nn.functional as F


def show(*results):
    for cells in results:
        cells = cells.flatten().tolist()
        print(cells[:3], cells[-3:])


torch.manual_seed(0)
small = ((2, 2, 2), (4, 3, 5), (3, 5, 24), (7, 3, 19))
large = ((5, 4, 20), (8, 8, 8), (6, 6, 12), (10, 10, 4))
for dtype in (torch.float32, torch.float64):
    for m, n, k in small + large:
        if dtype == torch.float64 and k > 12:
            continue
        a = (torch.rand(2, m, k) - 0.5).to(dtype) / 3
        b = (torch.rand(2, k, n) - 0.5).to(dtype) / 3
        turned_a = ((torch.rand(2, k, m) - 0.5).to(dtype) / 3).transpose(1, 2)
        turned_b = ((torch.rand(2, n, k) - 0.5).to(dtype) / 3).transpose(1, 2)
        added = (torch.rand(m, n) - 0.5).to(dtype) / 3
        print(m, n, k, m * n * k, dtype)
        show(torch.bmm(a, b))
        show(a @ turned_b)
        show(turned_a @ turned_b)
        show(a[:, None] @ b)
        show(torch.einsum("bik,bkj->bij", a, b))
        show(torch.einsum("bik,jk->bij", a, turned_b[0].T))
        # a batch of transposed matrices is not joined into rows
        show(turned_a @ b[0], F.linear(turned_a, b[0].T, added[0]))
        show(a[0] @ turned_b)
        for alpha, beta in ((1, 1), (0.3, 0.7), (0.3, 1), (2, 0.5)):
            show(torch.baddbmm(added, a, b, alpha=alpha, beta=beta))
            show(torch.baddbmm(added, a, turned_b, alpha=alpha, beta=beta))

# averages of the past: a product against a loop
torch.manual_seed(0)
x = torch.rand(4, 8, 2)
loop = torch.zeros(4, 8, 2)
for i in range(4):
    for t in range(8):
        loop[i, t] = torch.mean(x[i, : t + 1], 0)
weights = torch.tril(torch.ones(8, 8))
weights = weights / weights.sum(1, keepdim=True)
print(torch.allclose(loop, weights @ x), (loop - weights @ x).abs().max().item())
masked = torch.zeros(8, 8).masked_fill(weights == 0, float("-inf"))
print(torch.allclose(loop, F.softmax(masked, dim=-1) @ x))

q, k, v = (torch.rand(2, 4, 8, 16) - 0.5 for _ in range(3))
scores = q @ k.transpose(-2, -1) / 4
show(scores[0, 0])
show((scores @ v)[1, 3])
