# Gradients asked for by name, of programs that write in place into views.
import torch
from functorch import grad, jacrev, vjp
from torch.autograd import functional

hide = torch.tensor([[False, True], [False, False], [True, False]])


def scores(x):
    s = (x @ x.mT).view(1, 3, 3)
    s.masked_fill_(torch.ones(3, 3).triu(1).bool(), -1e4)
    return s.softmax(-1) @ x


def through_base(x):
    a = x * 2
    b = a.t()
    a.mul_(x)
    return b.sin()


def view_of_view(x):
    a = (x * 2).view(2, 3).transpose(0, 1)
    b = a[1:]
    b.masked_fill_(hide[1:], 0.5)
    b[0].mul_(x[0].sum())
    return a * b.sum().sin()


def several(x):
    a = x * 3
    a[0] = x[1] * x[2]
    rows = a.view(6)
    rows[::2] *= 2
    a[:, 1] = 0.
    rows.sigmoid_()
    return rows


def strided(x):
    a = x.square()
    b = a.diagonal()
    b.add_(x[0]).mul_(x[:2, 1])
    return a


def turned(x):
    a = x.square()
    b = a.view(2, 3)
    b.t_()
    b.unsqueeze_(0).mul_(x)
    return a.sin() + b.sin()


def squares(x):
    a = (x * 2).view(-1)
    a.sin_()
    a[1:].square_()
    return a


def detached(x):
    a = x * 2
    a.t().detach().mul_(2)
    a[0].copy_(x[1].detach())
    return a


def asked(f, way):
    x = torch.arange(6.).view(3, 2).div(5).sub(0.3).requires_grad_()
    c = torch.arange(1., 7)
    return way(lambda x: (f(x).reshape(-1) * c).sum(), x)


def into_inputs(f, x):
    f(x).backward(inputs=[x])
    return x.grad


def twice(f, x):
    g, = torch.autograd.grad(f(x), x, create_graph=True)
    return torch.autograd.grad(g.square().sum(), x, allow_unused=True)[0]


ways = {
    "grad": lambda f, x: torch.autograd.grad(f(x), x)[0],
    "unused": lambda f, x: torch.autograd.grad(f(x), [x, torch.ones(1, requires_grad=True)],
                                               allow_unused=True)[0],
    "inputs": into_inputs,
    "jacobian": lambda f, x: functional.jacobian(f, x.detach()),
    "vjp": lambda f, x: functional.vjp(f, x.detach())[1],
    "jvp": lambda f, x: functional.jvp(f, x.detach(), torch.ones(3, 2))[1],
    "functorch": lambda f, x: grad(f)(x.detach()),
    "functorch vjp": lambda f, x: vjp(f, x.detach())[1](torch.tensor(1.))[0],
    "jacrev": lambda f, x: jacrev(f)(x.detach()),
    "twice": twice,
    "hessian": lambda f, x: functional.hessian(f, x.detach()).sum((0, 1)),
}
for f in (scores, through_base, view_of_view, several, strided, turned, squares, detached):
    plain = asked(f, ways["grad"])
    print(f.__name__, plain)
    for name, way in ways.items():
        try:
            g = asked(f, way)
            print(" ", name, "the same" if name != "jvp" and torch.equal(g, plain) else g)
        except RuntimeError as e:
            print(" ", name, type(e).__name__, str(e)[:60])

w, x = torch.ones(2), torch.arange(2.)
for f, given in ((lambda x: w.sum(), torch.tensor(1.)), (lambda x: (w * 1, x * 2), (w, w)),
                 (lambda x: (w * 2, {"a": x.detach()}), (w, {"a": w}))):
    out, back = vjp(f, x)
    print("of nothing", out, back(given))
