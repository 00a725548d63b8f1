# Two float64 vectors to the last bit, by NumPy and by PyTorch: every length up to 130, then some
# that fill whole groups of the kernel, and some that do not; neighbours, and numbers that lie apart.
import numpy as np
import torch

rng = np.random.RandomState(0)
x, y = rng.rand(20000) - 0.5, (rng.rand(30000) - 0.5) * rng.rand(30000)
for k in [*range(131), 159, 160, 161, 511, 512, 528, 999, 1000, 4097, 9999, 10000]:
    a, b = x[:k], y[:k]
    print(k, (a @ b).item(), np.dot(x[: 2 * k : 2], b).item(), (x[: 2 * k : 2] @ y[: 3 * k : 3]).item())
    wide, narrow = torch.from_numpy(x.copy()), torch.from_numpy(y.copy())
    print(torch.dot(wide[:k], narrow[:k]).item(), (wide[:k] @ narrow[: 3 * k : 3]).item())
print(np.inner(x[:77], y[:77]).item(), np.vdot(x[:77], y[:77]).item(), np.linalg.norm(x[:3]).item())
