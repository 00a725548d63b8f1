# eigenvalues and singular values with their vectors, as LAPACK orders and signs them
import numpy as np
import torch

for a in ([[2.0, 1.0], [1.0, 3.0]], [[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]], [[2.0, 0.0], [0.0, 1.0]]):
    a = np.array(a)
    w, v = np.linalg.eigh(a)
    print(w, v, np.allclose(a @ v, v * w), np.linalg.eigvalsh(a), sep="\n")
    print(*np.linalg.eig(a), sep="\n")
for a in ([[1.0, 2.0], [3.0, 4.0]], [[2.0, 0.0, 0.0], [1.0, 3.0, 0.0], [4.0, 5.0, 6.0]], [[1, 2], [2, 1]],
          [[0.9, 0.1, 0.0], [0.2, 0.7, 0.1], [0.0, 0.3, 0.7]]):
    w, v = np.linalg.eig(np.array(a))
    print(w, v, np.linalg.eigvals(a), sep="\n")
for shape in ((2, 2), (3, 2), (2, 3), (5, 2), (2, 5), (1, 3), (4, 4)):
    a = np.cos(np.arange(shape[0] * shape[1]) ** 2 * 0.7).reshape(shape)
    for full in (True, False):
        u, s, vh = np.linalg.svd(a, full_matrices=full)
        print(u, s, vh, sep="\n")
    print(np.allclose(u * s @ vh, a), np.linalg.svd(a, compute_uv=False))

A = torch.tensor([[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]])
print(torch.linalg.eigh(A), torch.linalg.eigvalsh(A), torch.linalg.svd(A))
L, V = torch.linalg.eigh(torch.stack([A, A @ A]))
print(L, V)
U, S, Vh = torch.linalg.svd(torch.arange(6.0).view(3, 2).sin(), full_matrices=False)
print(U, S, Vh, torch.dist(U @ torch.diag(S) @ Vh, torch.arange(6.0).view(3, 2).sin()) < 1e-6)
print(torch.linalg.eig(torch.tensor([[0.0, -1.0], [1.0, 0.0]])), torch.linalg.eigvals(A))
print(torch.linalg.svd(A.requires_grad_())[1])
for wrong in (lambda: torch.linalg.eigh(torch.ones(2, 3)), lambda: torch.linalg.svd(torch.ones(3)),
              lambda: np.linalg.eig(np.ones((2, 3))), lambda: np.linalg.svd(np.ones(3))):
    try:
        wrong()
    except Exception as e:
        print(type(e).__name__, e)
