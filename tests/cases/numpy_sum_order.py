# How NumPy adds: float32 in float32, pairwise along the last axis, row by row along the others, in
# rounds of 8192. The order shows in the last digits.
import numpy as np
import torch

torch.manual_seed(0)
x = torch.randn(40000).numpy()
wide = x.astype(np.float64) / 3
for n in (5, 8, 100, 129, 1000, 8192, 8200, 9000, 20000, 40000):
    for part in (x[:n], wide[:n]):
        print(n, part.sum(), part.mean(), part.var(), part.std(), np.std(part, ddof=1))
table = x.reshape(40, 1000)
print(table.sum(0)[:4], table.mean(1)[:4], np.var(table, axis=0)[:3], np.std(table, axis=-1)[:3])
cube = x.reshape(4, 100, 100)
print(cube.sum(1)[0, :3], cube.sum((1, 2)), np.mean(cube, axis=2, keepdims=True)[0, :3, 0])
print(x[::2].sum(), wide[::3].sum(), x[::-1][:3000].mean(), np.nansum(x), np.nanmean(x[:300]))
