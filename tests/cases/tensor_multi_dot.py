# Products of many matrices, choices of cells, torch.special and icdf.
import warnings

import torch

warnings.simplefilter("ignore")
torch.manual_seed(0)
a, b, c, d = torch.randn(2, 5, requires_grad=True), torch.randn(5, 3), torch.randn(3, 4), torch.randn(4, 2)
v, w = torch.randn(5), torch.randn(4)
for tensors in ([a, b], [a, b, c], [a, b, c, d], [v, b, c], [b, c, w], [v, b, c, w], [v, b, c, d]):
    out = torch.linalg.multi_dot(tensors)
    print(out.shape, out)
print(torch.chain_matmul(a, b, c), torch.chain_matmul(b).equal(b))
torch.linalg.multi_dot([a, b, c]).sum().backward()
print(a.grad)
x, y = torch.arange(3), torch.tensor([0.5, 2.0, -1.0, 4.0], requires_grad=True)
print(torch.cartesian_prod(x, torch.tensor([7, 9])), torch.cartesian_prod(x), torch.cartesian_prod(y, y[:2]))
for r in (0, 1, 2, 3, 4):
    print(r, torch.combinations(x, r), torch.combinations(y, r=r).shape, torch.combinations(x, r, with_replacement=True).shape)
print(torch.combinations(y), torch.combinations(x, with_replacement=True), torch.combinations(torch.empty(0)).shape)
for wrong in (lambda: torch.linalg.multi_dot([a]), lambda: torch.linalg.multi_dot([a, c, b]), lambda: torch.linalg.multi_dot([a, v, b]),
              lambda: torch.combinations(a), lambda: torch.combinations(x, -1), lambda: torch.chain_matmul(v, b)):
    try:
        print(wrong())
    except RuntimeError as error:
        print(error)
p = torch.linspace(0.1, 0.9, 5, requires_grad=True)
for name in ("digamma", "psi", "erfc", "erfinv", "exp2", "expm1", "log1p", "gammaln", "ndtr", "ndtri", "logit", "expit", "i0"):
    print(name, getattr(torch.special, name)(p))
print(torch.special.round(p.detach()), torch.special.xlogy(p, 2 * p), torch.special.log_softmax(p, 0), torch.special.logsumexp(p, 0))
for law in (torch.distributions.Normal(1.0, 2.0), torch.distributions.Uniform(-1.0, 3.0), torch.distributions.Exponential(0.5)):
    q = law.icdf(p.detach())
    print(type(law).__name__, q, torch.allclose(law.cdf(q), p))
