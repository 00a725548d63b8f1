# exponential_, geometric_, cauchy_, log_normal_, poisson: the stream, whatever the shape.
import torch

for seed in (0, 1):
    torch.manual_seed(seed)
    for shape in ((5,), (20,), (3, 7)):
        print(torch.empty(shape).exponential_(2.5), torch.empty(shape).geometric_(0.3), torch.empty(shape).cauchy_(1.0, 2.0))
        print(torch.empty(shape).log_normal_(), torch.empty(shape).log_normal_(0.5, 0.3))
        print(torch.poisson(torch.full(shape, 3.0)), torch.poisson(torch.full(shape, 30.0)))
        print(torch.empty(shape, dtype=torch.long).geometric_(0.3), torch.empty(shape, dtype=torch.double).log_normal_())
        print(torch.poisson(torch.rand(shape) * 20), torch.rand(2))
print(torch.poisson(torch.ones(3, requires_grad=True)))
for call in (lambda: torch.empty(3).geometric_(2), lambda: torch.empty(3).log_normal_(0, -1),
             lambda: torch.poisson(torch.tensor([-1.0])), lambda: torch.empty(3).exponential_(-1)):
    try:
        print(call())
    except RuntimeError as error:
        print(error)
