# torch.cross, linalg.cross and linalg.solve_triangular.
import torch

torch.manual_seed(0)
a, b = torch.randn(4, 3), torch.randn(4, 3)
print(torch.linalg.cross(a, b))
print(torch.cross(a, b, dim=1), a.cross(b, dim=-1))
print(torch.linalg.cross(torch.randn(2, 3, 5), torch.randn(1, 3, 5), dim=1))
print(torch.linalg.cross(a.requires_grad_(), b).grad_fn.name())
L = torch.randn(2, 3, 3).tril() + 3 * torch.eye(3)
B = torch.randn(2, 3, 2)
print(torch.linalg.solve_triangular(L, B, upper=False))
print(torch.linalg.solve_triangular(L.mT, B, upper=True))
print(torch.linalg.solve_triangular(L, B.mT, upper=False, left=False))
print(torch.linalg.solve_triangular(L, B, upper=False, unitriangular=True))
print(torch.linalg.solve_triangular(L[0].tril(-1) + torch.eye(3), torch.eye(3), upper=False))
try:
    torch.linalg.cross(torch.randn(4), torch.randn(4))
except RuntimeError as e:
    print(e)
