"""float.hex, the conjugate of complex arrays, eigenvalues of symmetric tensors."""
import numpy as np
import torch

for x in (0.0, -0.0, 1.0, -1.5, 0.1, 3.14159, 1e300, 5e-324, 2.5e-310, float("inf"), float("-inf"), float("nan")):
    print(x, x.hex())
z = np.array([1 + 2j, 3, -1j])
print(np.conj(z), z * np.conj(z), np.conjugate(z), np.conj(2.5), np.conj([1, 2]))
a = torch.tensor([[2.0, 1, 0], [1, 3, -1], [0, -1, 4]])
w, v = torch.linalg.eigh(a)
print(w, torch.allclose(v @ torch.diag(w) @ v.T, a, atol=1e-5), torch.allclose(v.T @ v, torch.eye(3), atol=1e-5))
print(v.abs())
print(torch.linalg.eigvalsh(a), torch.linalg.eigvalsh(a.double(), UPLO="U"))
batch = torch.stack([a, 2 * a + torch.eye(3)])
found = torch.linalg.eigh(batch)
print(found.eigenvalues, found.eigenvectors.shape)
print(torch.linalg.eigvals(torch.tensor([[0.0, -1], [1, 0]])).imag.abs(), torch.linalg.eigvals(a).real.sort().values.round(decimals=3))
hessian = torch.autograd.functional.hessian(lambda p: (p ** 3).sum() + p.prod(), torch.tensor([1.0, 2.0, 3.0]))
print(torch.linalg.eigvalsh(hessian))
for wrong in (torch.ones(2, 3), torch.ones(3)):
    try:
        torch.linalg.eigh(wrong)
    except RuntimeError as e:
        print(e)
