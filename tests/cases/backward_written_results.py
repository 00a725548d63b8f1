# What functions in place save is their result: who writes it again is told so in backward().
import torch
import torch.nn.functional as F

FUNCTIONS = {"elu_": lambda a: F.elu(a, inplace=True), "leaky_relu_": lambda a: F.leaky_relu(a, inplace=True),
             "F.relu_": lambda a: F.relu(a, inplace=True), "F.relu6_": lambda a: F.relu6(a, inplace=True),
             "silu_": lambda a: F.silu(a, inplace=True)}
for name in "relu_ sigmoid_ tanh_ exp_ sqrt_ rsqrt_ reciprocal_ expm1_ exp2_ tan_ sin_ log_ abs_ square_ neg_ floor_".split():
    FUNCTIONS[name] = lambda a, name=name: getattr(a, name)()


def show(name, write, part, again):
    x = torch.tensor([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]], requires_grad=True)
    a = x * 1
    b = a[0:1] if part else a
    write(b)
    if again == "own":
        b.add_(1)
    elif again == "base":
        a.mul_(2)
    elif again == "quiet":
        with torch.no_grad():
            b.zero_()
    print(name, "of a view" if part else "", again, a._version, a.grad_fn.name(), b.grad_fn.name())
    try:
        g, = torch.autograd.grad((a * a).sum(), x)
        print([round(cell, 4) for cell in g.flatten().tolist()])
    except RuntimeError as e:
        print(e)


for name, write in FUNCTIONS.items():
    for part in (False, True):
        for again in ("", "own", "base", "quiet"):
            show(name, write, part, again)

x = torch.tensor([[1., 2.], [3., 5.]], requires_grad=True)
for name, make in (("softmax", lambda s: s.softmax(-1)), ("log_softmax", lambda s: s.log_softmax(-1)),
                   ("F.softmax", lambda s: F.softmax(s, 0))):
    for write in (lambda w: w.mul_(2), lambda w: w[0].zero_(), lambda w: w.masked_fill_(w > 0.5, 0),
                  lambda w: w.data.mul_(2), lambda w: w.detach().mul_(2), lambda w: w.__setitem__((0, 0), 0.)):
        w = make(x)
        write(w)
        try:
            w.sum().backward()
            print(name, "went through", w._version)
        except RuntimeError as e:
            print(name, e)

w = x ** 2 # saves its input alone
w.copy_(x)
w.sum().backward()
print(x.grad)
