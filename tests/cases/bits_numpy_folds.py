# Folds of float64 by NumPy, to the last bit: rows that are added one by one, along the first axis
# and along one in the middle; extremes with NaN among the numbers, and the sign of a zero where
# zeros of both signs are the largest.
import numpy as np

rng = np.random.RandomState(0)


def signs(x):
    return "".join("-" if minus else "+" for minus in np.signbit(x).flatten().tolist())


for n, m in ((1, 3), (2, 1), (3, 2), (4, 7), (5, 33), (9, 40), (130, 11), (70, 1030), (1030, 70)):
    a = rng.rand(n, m) - 0.5
    b = rng.rand(2, n, m) - 0.5
    for x in (a.sum(axis=0), a.mean(axis=0), (a + 1).prod(axis=0), b.sum(axis=1), b[:, :, ::2].sum(axis=1), a.T.sum(axis=1)):
        print(n, m, x.shape, x.flatten()[:2].tolist(), x.flatten()[-2:].tolist(), (x * x).max().item())
    for x in (a.max(axis=0), a.min(axis=0), b.max(axis=1), b.min(axis=2), a.T.max(axis=0), a[:, ::2].max(axis=0)):
        print(x.shape, x.flatten()[:2].tolist(), x.flatten()[-2:].tolist(), x.sum().item())
    print(a.max().item(), a.min().item(), a.argmax().item(), a.argmin().item(), a.argmax(axis=0)[-3:].tolist())
for n in (1, 2, 7, 8, 9, 10, 17, 31, 32, 33, 65, 100, 257):
    lines = []
    for sign in (1, -1):  # sometimes the zeros are the largest, sometimes the smallest
        a = np.where(rng.rand(n, 9) < 0.5, 0.0, -0.0)
        a = np.where(rng.rand(n, 9) < 0.5, a, -sign * rng.rand(n, 9))
        a[n // 2, :] = np.where(rng.rand(9) < 0.5, 0.0, -0.0)
        fold = np.max if sign > 0 else np.min
        lines += [signs(fold(a, axis=0)), signs(fold(a)), signs(fold(a.T.copy(), axis=1))]
        lines.append("".join(signs(fold(a[:, k].copy())) for k in range(9)))
    print(n, *lines)
    a[n // 3, 4] = np.nan
    print(a.max().item(), a.min().item(), a.argmax().item(), a.argmin().item())
    print(np.isnan(a.max(axis=0)).tolist(), np.isnan(a.T.copy().min(axis=1)).tolist(), np.nanmax(a).item() + 1)
