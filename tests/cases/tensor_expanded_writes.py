# Which operations in place write through an expanded tensor, and which refuse it.
import torch


def tell(name, call):
    for x in (torch.zeros(1, 4).expand(3, 4), torch.zeros(3, 1).expand(3, 4), torch.zeros(3, 4)):
        try:
            call(x)
            print(name, x.tolist(), tuple(x.stride()))
        except RuntimeError as error:
            print(name, str(error).split(". ")[0])


mask = torch.tensor([[True, False, True, False], [False, True, True, False], [True, False, False, False]])
index, src = torch.tensor([[0, 1, 2, 0]]), torch.arange(12.0).view(3, 4)
rows = torch.tensor([0, 2])
tell("fill_", lambda x: x.fill_(2))
tell("zero_", lambda x: x.zero_())
tell("masked_fill_", lambda x: x.masked_fill_(mask, 5.0))
tell("masked_fill_ tensor", lambda x: x.masked_fill_(mask, torch.tensor(5.0)))
tell("index_fill_ 0", lambda x: x.index_fill_(0, rows, 9.0))
tell("index_fill_ 1", lambda x: x.index_fill_(1, rows, 9.0))
tell("index_put_", lambda x: x.index_put_((rows,), torch.tensor(7.0)))
tell("index_put_ adding", lambda x: x.index_put_((rows, rows), torch.tensor([7.0, 8.0]), accumulate=True))
tell("x[mask] =", lambda x: x.__setitem__(mask, 4.0))
tell("x[rows] =", lambda x: x.__setitem__(rows, 4.0))
tell("x[0, 1] =", lambda x: x.__setitem__((0, 1), 4.0))
for name, call in (("add_", lambda x: x.add_(1)), ("copy_", lambda x: x.copy_(src)), ("scatter_", lambda x: x.scatter_(0, index, src)),
                   ("masked_scatter_", lambda x: x.masked_scatter_(mask, src)), ("scatter_add_", lambda x: x.scatter_add_(0, index, src)),
                   ("index_add_", lambda x: x.index_add_(0, rows, src[:2])), ("index_copy_", lambda x: x.index_copy_(0, rows, src[:2])),
                   ("relu_", lambda x: x.relu_()), ("clamp_", lambda x: x.clamp_(1, 2)), ("bernoulli_", lambda x: x.bernoulli_(1.0)),
                   ("cumsum_", lambda x: x.cumsum_(0)), ("lerp_", lambda x: x.lerp_(src, 0.5))):
    tell(name, call)
