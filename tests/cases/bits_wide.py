# Products of float64 to the last bit, of NumPy and of PyTorch: panels of long sums, sums dealt to lanes.
import numpy as np
import torch
import torch.nn.functional as F

rng = np.random.RandomState(0)


def show(what, c):
    cells = np.asarray(c).ravel()
    print(what, cells.size, " ".join(x.hex() for x in cells[::max(1, cells.size // 12)].tolist()), cells[-1].item().hex())


sizes = ((6, 10, 15), (6, 10, 16), (7, 13, 40), (7, 12, 40), (9, 3, 64), (16, 8, 64), (3, 5, 1000), (64, 30, 1000),
         (20, 61, 40), (40, 40, 500), (48, 48, 500), (5, 4, 33))
for turned_a in (False, True):
    for turned_b in (False, True):
        for M, N, K in sizes:
            a = (rng.rand(K, M).T if turned_a else rng.rand(M, K)) - 0.5
            b = (rng.rand(N, K).T if turned_b else rng.rand(K, N)) - 0.5
            c = rng.rand(M, N)
            x, y, z = torch.from_numpy(a), torch.from_numpy(b), torch.from_numpy(c)
            show("numpy", a @ b)
            show("torch", x @ y)
            show("bmm", torch.bmm(torch.stack([x, y.new_zeros(M, K)]), torch.stack([y, y])))
            show("addmm", torch.addmm(z, x, y))
            show("scaled", torch.addmm(z, x, y, alpha=0.7, beta=0.3))
            show("linear", F.linear(x, y.T, z[0]))
