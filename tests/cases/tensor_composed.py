# Functions of torch that are made of its other operations.
import torch

torch.manual_seed(0)


def tell(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0])


x = torch.randn(3, 4); y = torch.randn(3, 4); g = torch.randn(3, 4, requires_grad=True); i = torch.tensor([[3, 1, 2, 2], [0, 0, 5, 1]])
n = torch.tensor([1., float("nan"), 3., 2., float("nan")])
tell(lambda: torch.cosine_similarity(x, y))
tell(lambda: torch.cosine_similarity(g, y, dim=0))
for f in (torch.trapz, torch.trapezoid):
    tell(lambda: f(x))
    tell(lambda: f(x, dim=0))
    tell(lambda: f(x, dx=.5))
    tell(lambda: f(x, torch.tensor([0., 1., 3., 4.])))
    tell(lambda: f(x, y))
    tell(lambda: f(i))
    tell(lambda: f(g))
    tell(lambda: f(g, y))
tell(lambda: torch.nanmedian(n))
tell(lambda: n.nanmedian())
tell(lambda: torch.nanmedian(n.view(1, 5), 1))
tell(lambda: torch.nanmedian(x, 0))
tell(lambda: torch.nanmedian(x, 1, keepdim=True))
tell(lambda: torch.nanmedian(i))
tell(lambda: torch.nanmedian(i, 1))
tell(lambda: torch.nanmedian(g))
tell(lambda: torch.nanmedian(g, 0))
tell(lambda: torch.histogram(torch.tensor([1., 2., 1.]), bins=4, range=(0., 3.)))
tell(lambda: torch.histogram(x, 5))
tell(lambda: torch.histogram(x, torch.tensor([-1., 0., 1.]), density=True))
tell(lambda: torch.selu(x))
tell(lambda: torch.prelu(x, torch.tensor([.1])))
tell(lambda: x.prelu(torch.tensor(.1)))
tell(lambda: torch.max_pool1d(x[None], 2))
