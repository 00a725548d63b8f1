# A matrix times a vector, and two vectors, to the last bit: rows and columns that fill no whole
# group of the kernels, matrices as they lie and turned, with gaps, vectors that lie apart. Short
# rows have ways of their own.
import torch
import torch.nn.functional as F


def show(x):
    bits = x.contiguous().view(torch.int32).long().flatten()
    print(x.flatten()[-2:].tolist(), (bits * (torch.arange(bits.numel()) % 1009 + 1)).sum().item())


torch.manual_seed(0)
sizes = (
    (1, 1), (1, 5), (1, 64), (2, 3), (3, 2), (5, 4), (17, 2), (11, 3), (27, 1), (15, 5), (13, 6), (29, 7), (31, 8),
    (6, 9), (8, 16), (7, 33), (16, 48), (16, 49), (21, 50), (3, 77), (2, 102), (64, 64), (65, 100), (100, 27), (12, 300),
    (33, 1027), (4099, 52), (20000, 6), (5, 4097), (256, 65),
)
for m, k in sizes:
    a, x, y = torch.randn(m, k), torch.randn(k), torch.randn(m)
    spread = torch.randn(k, 2)[:, 0]
    print(m, k)
    for matrix in (a, a.T.contiguous().T, torch.randn(m, k + 3)[:, :k], torch.randn(k, m + 1)[:, 1:].T):
        show(matrix @ x)
        show(torch.mv(matrix, spread))
        show(torch.addmv(y, matrix, x))
        show(torch.addmv(y, matrix, x, beta=0.5, alpha=-0.3))
    show(torch.mv(a, x[:1].expand(k)))
    show(x @ a.T)
    show(F.linear(spread, a, y))
for k in (1, 2, 3, 31, 32, 33, 63, 64, 95, 96, 97, 128, 150, 300, 1000, 4099):
    x, y = torch.randn(k), torch.randn(k)
    print(k, torch.dot(x, y).item(), (x @ y).item(), torch.dot(x, torch.randn(k, 2)[:, 1]).item())
batch, x = torch.randn(2, 3, 4, 10), torch.randn(10)
show(batch @ x)
show(batch.transpose(1, 2) @ x)
show(x @ batch.transpose(2, 3))
show(torch.randn(4) @ batch)
