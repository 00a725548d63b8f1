# Gradients of gradients of functions in straight pieces: zeros, that ask for gradients where PyTorch's do, and bends.
import torch
import torch.nn.functional as F

cells = torch.tensor([-3., -1., -0.5, 0., 0.5, 1., 3.])


def show(name, f):
    for weighted in (False, True):
        x = cells.clone().requires_grad_()
        share = torch.linspace(-1, 2, 7).requires_grad_()
        y = f(x)
        grad, = torch.autograd.grad((y * share).sum() if weighted else y.sum(), x, create_graph=True)
        print(name, grad.requires_grad, grad.grad_fn.name(), grad.tolist())
        again = torch.autograd.grad((grad * grad).sum(), [x, share] if weighted else [x], create_graph=True)
        print([(g.requires_grad, [round(cell, 4) for cell in g.tolist()]) for g in again])
        if again[0].requires_grad:
            third = torch.autograd.grad(again[0].sum(), x, allow_unused=True)[0]
            print(third if third is None else [round(cell, 4) for cell in third.tolist()])
    x = cells.clone().requires_grad_()
    (g,) = torch.autograd.grad(f(x).sum(), x, create_graph=True)
    (g.sum() + (x * x).sum()).backward()
    print(x.grad)


show("relu", torch.relu)
show("F.relu", F.relu)
show("leaky_relu", lambda x: F.leaky_relu(x, 0.25))
show("elu", lambda x: F.elu(x, 1.5))
show("logsigmoid", F.logsigmoid)
