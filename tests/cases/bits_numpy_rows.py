# NumPy's @ and dot of float32 to the last bit, where BLAS takes a vector or none at all: one row or one column, alone
# and in a batch, and matrices whose numbers are not neighbours in either direction.
import numpy as np


def total(x):
    bits = np.ascontiguousarray(x).reshape(-1).view(np.int32).astype(np.int64)
    return int((bits * (np.arange(bits.size) % 1009 + 1)).sum())


rng = np.random.RandomState(0)


def make(*shape):
    return (rng.rand(*shape) - 0.5).astype(np.float32)


for n in (2, 3, 4, 5, 7, 8, 16, 33):
    for m in (1, 2, 3, 6, 9, 17):
        q, k, c = make(3, 1, n), make(3, m, n), make(3, n, m)
        rows, wide = make(m, 3, n).transpose(1, 0, 2), make(3, m, 2 * n)[:, :, ::2]
        print(n, m, total(q @ k.transpose(0, 2, 1)), total(q[0] @ k[0].T), total(q[0, 0] @ k[0].T), total(k[0] @ q[0, 0]))
        print(total(q @ c), total(q[0] @ c[0]), total(q[0, 0] @ c[0]), total(c[0].T @ q[0].T), total(k @ q.transpose(0, 2, 1)))
        print(total(q @ rows.transpose(0, 2, 1)), total(rows @ q[0, 0]), total(k @ q[0, 0]), total(q[0, 0] @ c), total(q[0] @ c))
        print(total(wide @ q[0, 0]), total(q @ wide.transpose(0, 2, 1)), total(k @ k[:1].transpose(0, 2, 1)), total(wide @ c[:1]))
        print(total(k @ c[0]), total(k[0] @ c), total(rows @ c[0]))
        print(total(np.dot(q[0], k[0].T)), total(np.dot(k[0], q[0].T)), total(np.dot(wide[0], c[0])), total(np.dot(wide[0], q[0, 0])))
        print(total(np.dot(q[0], wide[0].T)), total(np.matmul(k[0], q[0].T)), total(np.dot(k[0], q[0, 0])), total(np.dot(q[0, 0], c[0])))
        print(total(make(3, n, 2)[:, :, 0] @ c[0]), total(make(n, 2)[:, 1] @ k[0].T), total(np.broadcast_to(q[0, 0, :1], (n,)) @ c[0]))
