# Matrices whose rank is low or whose numbers are near the ends of what a double holds: their
# reflections and rotations square numbers that underflow or overflow.
import numpy as np
import torch

for n in (2, 3, 5, 10, 26, 40, 100):
    ones = np.ones((n, n))
    for name, a in (("ones", ones), ("zeros", 0 * ones), ("eye", np.eye(n)), ("outer", np.outer(np.arange(n), np.arange(n) + 2.0)),
                    ("tri", np.tri(n)), ("wide", np.full((n, n + 3), 2.5)), ("high", np.ones((2 * n + 5, n))),
                    ("diagonal", np.diag(np.arange(n) * 1.0)), ("blocks", np.kron(np.eye(2), np.ones((n // 2 + 1, n // 2 + 1)))),
                    ("small", 1e-200 * ones), ("large", 1e200 * np.tri(n)), ("float32", ones.astype(np.float32))):
        for full in (False, True):
            u, s, v = np.linalg.svd(a, full_matrices=full)
            k = len(s)
            near = np.allclose((u[:, :k] * s) @ v[:k] / max(s[0], 1e-300), a / max(s[0], 1e-300), atol=1e-5)
            print(n, name, u.shape, v.shape, f"{s[0]:.6g}", near, np.allclose(u.T @ u, np.eye(u.shape[1]), atol=1e-5),
                  np.allclose(v @ v.T, np.eye(v.shape[0]), atol=1e-5))
        q, r = np.linalg.qr(a)
        print(np.linalg.matrix_rank(a), np.allclose(q.T @ q, np.eye(q.shape[1]), atol=1e-5), f"{abs(r[0, 0]):.6g}")
u, s, v = torch.linalg.svd(torch.ones(64, 64))
print(torch.allclose(u @ torch.diag(s) @ v, torch.ones(64, 64), atol=1e-4), torch.linalg.matrix_rank(torch.ones(64, 64)))
