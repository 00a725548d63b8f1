# Where the cells of matrices from torch.linalg lie: LAPACK leaves columns as neighbours, NumPy lays rows.
import numpy as np
import torch
torch.manual_seed(0)
def tell(name, shape, *found):
    print(name, shape, *[(tuple(t.shape), t.stride()) for t in found])
for shape in ((4, 4), (5, 3), (3, 5), (2, 5, 3), (1, 1), (2, 1, 3), (2, 3, 4, 4)):
    for dtype in (torch.float32, torch.float64):
        a = torch.randn(shape, dtype=dtype)
        m = a @ a.mT + torch.eye(shape[-2], dtype=dtype)
        ones, vector = torch.ones(shape[:-1] + (2,), dtype=dtype), torch.ones(shape[:-1], dtype=dtype)
        for mode in ("reduced", "complete", "r"):
            tell("qr " + mode, shape, *torch.linalg.qr(a, mode=mode))
        tell("torch.qr", shape, *torch.qr(a))
        tell("svd", shape, *torch.linalg.svd(a))
        tell("svd reduced", shape, *torch.linalg.svd(a, full_matrices=False))
        tell("svdvals", shape, torch.linalg.svdvals(a))
        tell("pinv", shape, torch.linalg.pinv(a))
        tell("lstsq", shape, *torch.linalg.lstsq(a, ones))
        tell("lstsq gelsd", shape, *torch.linalg.lstsq(a, ones, driver="gelsd"))
        tell("matrix_rank", shape, torch.linalg.matrix_rank(a))
        tell("eigvals", shape, torch.linalg.eigvals(m))
        tell("eigh", shape, *torch.linalg.eigh(m))
        tell("eigh U", shape, *torch.linalg.eigh(m, UPLO="U"))
        tell("eigvalsh", shape, torch.linalg.eigvalsh(m))
        tell("inv", shape, torch.linalg.inv(m), torch.inverse(m))
        tell("cholesky", shape, torch.linalg.cholesky(m), torch.linalg.cholesky(m, upper=True), torch.linalg.cholesky(m.mT))
        tell("solve", shape, torch.linalg.solve(m, ones), torch.linalg.solve(m, vector))
        tell("solve turned", shape, torch.linalg.solve(m.mT, ones))
        tell("det", shape, torch.linalg.det(m), *torch.linalg.slogdet(m))
        for upper in (True, False):
            tell("solve_triangular", shape, torch.linalg.solve_triangular(m, ones, upper=upper),
                 torch.linalg.solve_triangular(m, ones.mT, upper=upper, left=False),
                 torch.linalg.solve_triangular(m.mT, ones, upper=upper, unitriangular=True))
        for n in (-1, 0, 3):
            tell(f"matrix_power {n}", shape, torch.linalg.matrix_power(m, n))
        tell("norms", shape, torch.linalg.norm(a), torch.linalg.matrix_norm(a), torch.linalg.vector_norm(a, dim=-1))
        tell("products", shape, torch.linalg.matmul(a.mT, a), torch.linalg.vecdot(a, a), torch.linalg.diagonal(a))
        if a.dim() == 2:
            tell("multi_dot", shape, torch.linalg.multi_dot([a, a.mT, a]))

for shape in ((4, 4), (5, 3), (3, 5), (2, 5, 3)):
    a = np.random.RandomState(0).rand(*shape)
    m = a @ a.swapaxes(-1, -2) + np.eye(shape[-2])
    for name, found in (("qr", np.linalg.qr(a)), ("svd", np.linalg.svd(a)), ("cholesky", [np.linalg.cholesky(m)]),
                        ("inv", [np.linalg.inv(m)]), ("solve", [np.linalg.solve(m, m)]), ("pinv", [np.linalg.pinv(a)])):
        print("np", name, shape, *[(x.shape, x.strides) for x in found])
