# singular values with their vectors, as LAPACK orders and signs them
import numpy as np
import torch

for shape in ((2, 2), (3, 2), (2, 3), (5, 2), (2, 5), (1, 3), (4, 4)):
    a = np.cos(np.arange(shape[0] * shape[1]) ** 2 * 0.7).reshape(shape)
    for full in (True, False):
        u, s, vh = np.linalg.svd(a, full_matrices=full)
        print(u, s, vh, sep="\n")
    print(np.allclose(u * s @ vh, a), np.linalg.svd(a, compute_uv=False))

A = torch.tensor([[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]])
print(torch.linalg.svd(A))
U, S, Vh = torch.linalg.svd(torch.arange(6.0).view(3, 2).sin(), full_matrices=False)
print(U, S, Vh, torch.dist(U @ torch.diag(S) @ Vh, torch.arange(6.0).view(3, 2).sin()) < 1e-6)
print(torch.linalg.svd(A.requires_grad_())[1])
for wrong in (lambda: torch.linalg.svd(torch.ones(3)), lambda: np.linalg.svd(np.ones(3))):
    try:
        wrong()
    except Exception as e:
        print(type(e).__name__, e)
