# Whose gradients are asked for by name, and what runs on the way: hooks, retain_grad(), views that
# were turned or written.
import torch


def start():
    x = torch.arange(6.).view(2, 3).div(5).requires_grad_()
    w = torch.ones(3, requires_grad=True)
    return x, w, (x * w).sin()


called = []
x, w, y = start()
y.square().sum().backward(inputs=[y, x])
print("a middle", y.grad, x.grad, w.grad)
x, w, y = start()
z = y.square().sum()
z.backward(inputs=[y], retain_graph=True)
z.backward(inputs=[w])
print("not on the way any more", y.grad, x.grad, w.grad)
for inputs in ([], [torch.ones(2)], [x, torch.ones(1)]):
    try:
        y.sum().backward(inputs=inputs)
    except RuntimeError as e:
        print("refused", e)

x, w, y = start()
x.register_hook(lambda g: called.append("x") or g * 10)
y.register_hook(lambda g: called.append("y") or g * 10)
y.retain_grad()
print("hooks", torch.autograd.grad(y.sum(), [x, y]), y.grad, called)
print("the last one's", torch.autograd.grad(y.sum(), y), called)
(x.square() * y.detach()).sum().backward(inputs=[x])
print("leaf", x.grad, called)

x, w, y = start()
v = y.view(3, 2)
v.mul_(2)
v.register_hook(lambda g: called.append("after"))
v.retain_grad()
called.clear()
print("written view", torch.autograd.grad(v.square().sum(), [x, w]), v.grad, called)

x, w, y = start()
v = y[0]
u = y.square()
y[1] = 2
u = y.square()
y[1] = v
try:
    print(torch.autograd.grad((u * 2).sum() + v.sum(), [x, v], allow_unused=True))
except RuntimeError as e:
    print("written twice", str(e)[:220])
x, w, y = start()
v = y[0]
v.exp_()
y.mul_(2)
try:
    print(torch.autograd.grad(y.sum(), [x, v], allow_unused=True))
except RuntimeError as e:
    print("a result", str(e)[:220])
x, w, y = start()
v = y.t()
y.mul_(w)
print("view of what was written", torch.autograd.grad(v.square().sum(), [v, y, w], allow_unused=True))

for turn in ("t_()", "transpose_(0, 1)", "unsqueeze_(1)", "squeeze_()", "swapaxes_(0, -1)"):
    x, w, y = start()
    v = y.view(3, 2)
    eval("v." + turn)
    names = [v.grad_fn.name(), y.grad_fn.name(), v._version]
    c = torch.arange(1., 7).view(v.shape)
    g = torch.autograd.grad((v * c).sum() + y[0, 0], [x, v], allow_unused=True,
                            retain_graph=True)
    v.mul_(c)
    print(turn, *names, g, torch.autograd.grad(y.sum(), w), v.grad_fn.name(), y.grad_fn.name())

base = torch.linspace(0, 1, 6)
x = base.view(2, 3).requires_grad_()
v = x.t()
with torch.no_grad():
    v[0] = 2.
print("a base that asks for none", v.grad_fn.name(), (v * v).sum(),
      torch.autograd.grad((v * v).sum(), x, allow_unused=True))
