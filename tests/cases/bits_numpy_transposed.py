# A float32 array times its own transpose to the last bit: BLAS has a function of its own for it, which adds all
# products of a cell in order, in panels of 320 or halves; a copy's transpose goes the ordinary way.
import numpy as np

rng = np.random.RandomState(0)


def total(x):
    bits = np.ascontiguousarray(x).reshape(-1).view(np.int32).astype(np.int64)
    return int((bits * (np.arange(bits.size) % 1009 + 1)).sum())


for n in (2, 3, 5, 8, 12, 17, 24, 33, 64, 100):
    for k in (2, 5, 16, 33, 64, 129, 400, 700):
        a = (rng.rand(n, k) - 0.5).astype(np.float32)
        print(n, k, total(a @ a.T), total(np.dot(a, a.T)), total(a @ a.copy().T), total(np.asfortranarray(a) @ a.T),
              (a @ a.T == (a @ a.T).T).all())
