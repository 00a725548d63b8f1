# Functions that PyTorch knows no derivative of: what they give asks for gradients, and backward() says that there are none.
import torch

x = torch.tensor([5., 7., 3.], requires_grad=True)
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
for f in (lambda: x // 2, lambda: torch.floor_divide(x, 2), lambda: 7 // x, lambda: x // x, lambda: x % 2, lambda: 7 % x, lambda: x.floor_divide(torch.tensor(2.)), lambda: torch.div(x, 2, rounding_mode="floor"), lambda: torch.heaviside(x, torch.tensor(1.)), lambda: x // torch.tensor([2, 1, 3]), lambda: divmod(x, 2)[0]):
    def g():
        y = f()
        print(y, y.requires_grad, y.is_leaf, y.grad_fn and y.grad_fn.name())
        return torch.autograd.grad(y.sum(), x, allow_unused=True)
    t(g)
def idx():
    i = (x // 2).long()
    y = (x * torch.arange(9.)[i]).sum()
    y.backward(); return x.grad, i, i.requires_grad
t(idx); x.grad = None
def h():
    y = (x - (x // 2) * 2).sum()
    y.backward(); return x.grad
t(h); x.grad = None
def h2():
    y = (x * (x // 2)).sum()
    return torch.autograd.grad(y, x, create_graph=True)
t(h2)
def h3():
    z = x * 1
    z //= 2
    print(z, z.grad_fn.name())
    return torch.autograd.grad(z.sum(), x)
t(h3)
def h4():
    with torch.no_grad(): return x // 2
t(h4)
def h5():
    y = x // 2
    return (y.detach() * x).sum().backward(), x.grad
t(h5)
def h6():
    w = torch.ones(3, requires_grad=True)
    y = ((x // 2) * w).sum()
    return torch.autograd.grad(y, w)
t(h6)
def h7():
    w = torch.ones(3, requires_grad=True)
    y = ((x // 2) * w).sum(); y.backward(); return w.grad
t(h7)
def h8():
    z = x * 1
    z[0:2].floor_divide_(2)
    return torch.autograd.grad(z.sum(), x)
t(h8)
def h9():
    z = x * 1
    return torch.autograd.grad(z.remainder_(torch.tensor(2.)).sum(), x)
t(h9)
