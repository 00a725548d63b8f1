# Holds what torch.linalg composes of its native parts (det, inv, solve, cholesky, qr, svd, ...).

import torch
from torch._C import _named, _returned
from torch._C import LinAlgError


def _is_float(name, A):
    """Only floats have norms."""
    if not A.is_floating_point():
        raise RuntimeError(f"linalg.{name}: Expected a floating point or complex tensor as input. "
                           f"Got {A.type().split('.')[1].replace('Tensor', '')}")


def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None):
    """The size of matrices (..., m, n): Frobenius, nuclear, or by rows, columns or singular values."""
    _is_float("matrix_norm", A)
    if A.dim() < 2:
        raise RuntimeError("linalg.matrix_norm: The input tensor A must have at least 2 dimensions.")
    rows, columns = [axis % A.dim() for axis in dim]
    A = A if dtype is None else A.to(dtype)
    if ord == "fro":
        return vector_norm(A, 2, (rows, columns), keepdim)
    if isinstance(ord, str) and ord != "nuc":
        raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")
    if ord == "nuc" or abs(ord) == 2:
        s = svdvals(A.movedim((rows, columns), (-2, -1)))
        norm = s.sum(-1) if ord == "nuc" else s.amax(-1) if ord > 0 else s.amin(-1)
        if keepdim:
            for axis in sorted((rows, columns)):
                norm = norm.unsqueeze(axis)
        return norm
    if abs(ord) not in (1, float("inf")):
        raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")
    summed, folded = (rows, columns) if abs(ord) == 1 else (columns, rows)
    sums = vector_norm(A, 1, summed, keepdim)
    folded -= 1 if not keepdim and folded > summed else 0
    return sums.amax(folded, keepdim) if ord > 0 else sums.amin(folded, keepdim)


def norm(A, ord=None, dim=None, keepdim=False, *, dtype=None):
    """A matrix norm for two axes (or a matrix with ord), else a vector norm."""
    axes = (dim,) if isinstance(dim, int) else dim
    if ord is not None and dim is None:
        if A.dim() not in (1, 2):
            raise RuntimeError("linalg.norm: If dim is not specified but ord is, the input must be 1D or "
                               f"2D. Got {A.dim()}D.")
        axes = (-2, -1) if A.dim() == 2 else None
    if ord is not None and axes is not None and len(axes) == 2:
        return matrix_norm(A, ord, axes, keepdim, dtype=dtype)
    if isinstance(ord, str):
        raise RuntimeError(f"linalg.norm: Order {ord} not supported.")
    return vector_norm(A, 2 if ord is None else ord, axes, keepdim, dtype=dtype)


def matrix_rank(A, tol=None, hermitian=False, *, atol=None, rtol=None):
    """How many singular values are not 0: (..., m, n) -> (...)"""
    s = svdvals(A)
    if s.size(-1) == 0:
        return torch.zeros(A.shape[:-2], dtype=torch.long)
    atol = tol if atol is None else atol
    if rtol is None:
        rtol = 0.0 if atol is not None else torch.finfo(A.dtype).eps * max(A.shape[-2:])
    least = s.amax(-1, keepdim=True) * rtol
    if atol is not None:
        least = torch.maximum(least, torch.as_tensor(atol, dtype=s.dtype).unsqueeze(-1))
    return (s > least).sum(-1)


def lstsq(A, B, rcond=None, *, driver=None):
    """The X with the smallest |A X - B|: (..., m, n), (..., m, k) -> (..., n, k)"""
    vector = A.dim() - 1 == B.dim()
    B = B.unsqueeze(-1) if vector else B
    share = torch.finfo(A.dtype).eps * max(A.shape[-2:]) if rcond is None else rcond
    solution = pinv(A, rtol=share) @ B
    rank = matrix_rank(A, rtol=share)
    residuals = torch.empty(0, dtype=A.dtype)
    measures = driver in ("gels", "gelss", "gelsd")  # the usual one, gelsy, gives no residuals
    if measures and A.size(-2) > A.size(-1) and bool((rank == A.size(-1)).all()):
        residuals = ((A @ solution - B) ** 2).sum(-2)
    room = solution.new_zeros(*A.shape[:-2], B.size(-1), max(A.size(-2) - A.size(-1), 0))
    solution = torch.cat((solution.mT, room), -1)[..., :A.size(-1)].mT  # columns of the height of B, as LAPACK's
    solution = solution.squeeze(-1) if vector else solution
    s = svdvals(A) if driver in ("gelss", "gelsd") else torch.empty(0, dtype=A.dtype)
    return _returned("linalg_lstsq", solution, residuals, rank, s)


def cross(input, other, *, dim=-1):
    """The product of vectors of three numbers along dim, upright on both."""
    shape = torch.broadcast_shapes(input.shape, other.shape)
    if input.dim() != other.dim() or input.size(dim) != 3 or other.size(dim) != 3:
        raise RuntimeError(f"linalg.cross: inputs dimension {dim} must have length 3. Got {input.size(dim)} and "
                           f"{other.size(dim)}" if input.dim() == other.dim() else
                           "linalg.cross: inputs must have the same number of dimensions.")
    (a, b, c), (x, y, z) = (t.expand(shape).unbind(dim) for t in (input, other))
    return _named(torch.stack((b * z - c * y, c * x - a * z, a * y - b * x), dim), "LinalgCrossBackward0")


def _substituted(A, B, upper, unitriangular):
    """The rows (..., 1, k) of the X with A X = B; A is triangular, its other half is not read."""
    n = A.size(-1)
    rows = {}
    for i in reversed(range(n)) if upper else range(n):
        known = range(i + 1, n) if upper else range(i)
        row = B[..., i:i + 1, :]
        if known:
            row = row - A[..., i:i + 1, known.start:known.stop] @ torch.cat([rows[k] for k in known], -2)
        rows[i] = row if unitriangular else row / A[..., i:i + 1, i:i + 1]
    return [rows[k] for k in range(n)]


def solve_triangular(A, B, *, upper, left=True, unitriangular=False):
    """The X with A X = B (left=False: X A = B), its columns neighbours in memory"""
    if A.size(-1) == 0:
        return B.clone()
    if left:
        found = torch.cat([row.mT for row in _substituted(A, B, upper, unitriangular)], -1).mT
    else:
        found = torch.cat(_substituted(A.mT, B.mT, not upper, unitriangular), -2).mT
    return _named(found, "LinalgSolveTriangularBackward0")


def matmul(input, other):
    """torch.matmul"""
    return torch.matmul(input, other)


def matrix_power(A, n):
    """A @ A @ ..., n times; n < 0: of the inverse"""
    if n == 0:
        return torch.eye(A.size(-1), dtype=A.dtype).expand(A.shape).clone()
    A, n = (inv(A), -n) if n < 0 else (A, n)
    if n == 3:
        return A @ A @ A
    made = None
    while n:
        if n % 2:
            made = A if made is None else made @ A
        n //= 2
        A = A @ A if n else A
    return made


def vecdot(x, y, *, dim=-1):
    """The sum of x * y along dim"""
    return (x * y).sum(dim)


def diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    """A view of the diagonal"""
    return torch.diagonal(A, offset, dim1, dim2)


def cond(A, p=None):
    """How much larger the largest singular value is than the smallest; p: by a norm instead"""
    if p in (None, 2, -2):
        s = svdvals(A)
        return s[..., -1] / s[..., 0] if p == -2 else s[..., 0] / s[..., -1]
    return matrix_norm(A, p) * matrix_norm(inv(A), p)


def _in_columns(A):
    """The same with the columns as neighbours in memory, as LAPACK leaves matrices."""
    return A.mT.contiguous().mT


def _eigen(name, A, UPLO):
    """Eigenvalues (..., n) and vectors (..., n, n) of symmetric matrices (..., n, n)."""
    from numpy._eigen import symmetric
    if A.requires_grad and torch.is_grad_enabled():
        from torch._C import _unsupported
        _unsupported(f"the gradient of torch.linalg.{name}() is not computed: detach() the matrix")
    if A.dim() < 2 or A.size(-1) != A.size(-2):
        raise RuntimeError(f"linalg.{name}: A must be batches of square matrices, but they are "
                           f"{A.size(-2)} by {A.size(-1)} matrices" if A.dim() > 1 else
                           f"linalg.{name}: The input tensor A must have at least 2 dimensions.")
    n = A.size(-1)
    found = [symmetric(rows) for rows in (A.mT if UPLO.upper() == "U" else A).reshape(A.shape[:-2].numel(), n, n).tolist()]
    return (torch.tensor([w for w, _ in found], dtype=A.dtype).reshape(A.shape[:-1]),
            _in_columns(torch.tensor([v for _, v in found], dtype=A.dtype).reshape(A.shape)))


def eigh(A, UPLO="L"):
    """Eigenvalues of a symmetric matrix, in rising order, and the vectors that it only stretches, as columns"""
    return _returned("linalg_eigh", *_eigen("eigh", A, UPLO))


def eigvalsh(A, UPLO="L"):
    """Eigenvalues of a symmetric matrix, in rising order"""
    return _eigen("eigvalsh", A, UPLO)[0]


def eigvals(A):
    """Eigenvalues of a square matrix, as complex numbers"""
    from numpy.linalg import eigvals as found
    w = [found(rows) for rows in A.detach().reshape(A.shape[:-2].numel(), *A.shape[-2:]).numpy()]
    real, imag = (torch.tensor([part(x).tolist() for x in w], dtype=torch.float32).reshape(A.shape[:-1])
                  for part in (lambda x: x.real, lambda x: x.imag))
    return torch.complex(real, imag)


def multi_dot(tensors, *, out=None):
    """The product of all, in the order of the fewest multiplications; the first and the last may be vectors."""
    tensors = list(tensors)
    if len(tensors) < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {len(tensors)}")
    first, last = tensors[0].dim(), tensors[-1].dim()
    tensors[0] = tensors[0].unsqueeze(0) if first == 1 else tensors[0]
    tensors[-1] = tensors[-1].unsqueeze(-1) if last == 1 else tensors[-1]
    for k, x in enumerate(tensors):
        if x.dim() != 2:
            place = "the first tensor" if k == 0 else "the last tensor" if k == len(tensors) - 1 else f"tensor {k}"
            sizes = "1D or 2D" if k in (0, len(tensors) - 1) else "2D"
            raise RuntimeError(f"multi_dot(): {place} must be {sizes} but got {x.dim()}D")
        if k > 0 and tensors[k - 1].size(1) != x.size(0):
            shapes = [list(t.shape) for t in (tensors[k - 1], x)]
            raise RuntimeError(f"multi_dot(): tensors {k - 1} and {k} with shapes {shapes[0]} and {shapes[1]} "
                               "cannot be multiplied")
    sizes = [x.size(0) for x in tensors] + [tensors[-1].size(1)]
    known = {}

    def best(i, j):
        """The cost of the product of i to j, and where it is split."""
        if (i, j) not in known:
            costs = [(best(i, k)[0] + best(k + 1, j)[0] + sizes[i] * sizes[k + 1] * sizes[j + 1], k) for k in range(i, j)]
            ties = len(tensors) == 3  # then both orders that cost the same begin at the left
            known[i, j] = min(costs, key=lambda c: (c[0], -c[1] if ties else c[1]), default=(0, i))
        return known[i, j]

    def product(i, j):
        """That product."""
        split = best(i, j)[1]
        return tensors[i] if i == j else torch.mm(product(i, split), product(split + 1, j))

    return product(0, len(tensors) - 1).view(sizes[:1] * (first == 2) + sizes[-1:] * (last == 2))
