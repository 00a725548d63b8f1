# Views that one operation gave at once are not to be written; slices that tensor_split cuts are.
import torch

w = torch.arange(16.).view(2, 2, 4).clone().requires_grad_()


def show(name, do):
    a = w * 1
    try:
        t = do(a, a.chunk(2))
        print(name, t.grad_fn.name(), a.grad_fn.name(), torch.autograd.grad((a * a).sum() + t.sum(), w)[0].flatten())
    except RuntimeError as e:
        print(name, e)


show("view", lambda a, p: p[0].view(-1).mul_(2))
show("index", lambda a, p: p[1][0].mul_(2))
show("transposed", lambda a, p: p[1].mT.unsqueeze(0).add_(w[0, 0, 0]))
show("base first", lambda a, p: (a.mul_(2), p[0].mul_(3))[1])
show("base first, then view", lambda a, p: (a.mul_(2), p[0][0].mul_(3))[1])
show("copied", lambda a, p: p[0].clone().mul_(3))


def augmented(a, p):
    x, y = p
    x *= 2
    return x


show("augmented", augmented)


def turned(a, p):
    p[0].unsqueeze_(0)
    return p[0]


show("turned", turned)


def quiet(a, p):
    with torch.no_grad():
        p[0].mul_(2)
    return p[0]


show("no_grad", quiet)
for name, *args in (("split", 1), ("split", [1, 1]), ("chunk", 2), ("unbind",), ("tensor_split", 2),
                    ("tensor_split", [1]), ("hsplit", 2), ("vsplit", 2)):
    show((name, args), lambda a, p: getattr(a, name)(*args)[0].mul_(2))
a = w * 1
parts = a.chunk(2)
print(parts[1].sum())
a.mul_(2)
for use in (lambda p: p * 2, lambda p: p.detach().sum(), lambda p: p.grad_fn):
    try:
        print(use(parts[1]))
    except RuntimeError as e:
        print(e)
