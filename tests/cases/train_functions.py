# Functions with a gradient of their own, hooks on tensors, gradients of gradients, Jacobians.
import torch
from torch.autograd import Function, Variable, grad, gradcheck
from torch.autograd.function import once_differentiable
from torch.autograd.functional import jacobian, hessian, vjp, jvp, vhp, hvp


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Cube(Function):
    @staticmethod
    def forward(ctx, x, k=1):
        ctx.save_for_backward(x)
        ctx.k = k
        print("forward", torch.is_grad_enabled(), ctx.needs_input_grad)
        return k * x ** 3

    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        print("backward", torch.is_grad_enabled(), len(ctx.saved_tensors), g)
        return ctx.k * 3 * x ** 2 * g, None


x = torch.tensor([1.0, -2.0], requires_grad=True)
y = Cube.apply(x, 2)
print(y, y.grad_fn.name(), y.requires_grad)
first, = grad(y.sum(), x, create_graph=True)
print(first)
second, = grad(first.sum(), x)
print(second)
y = Cube.apply(x, 2)
y.sum().backward()
print(x.grad)
attempt(lambda: y.sum().backward())
y = Cube.apply(x, 1)
y.sum().backward(retain_graph=True)
y.sum().backward()
print(x.grad)
with torch.no_grad():
    print(Cube.apply(x, 1).requires_grad)
print(Cube.apply(torch.ones(2), 1))
z = x * 1
y = Cube.apply(z, 1)
z.add_(1)
attempt(lambda: y.sum().backward())


class Split(Function):
    """Several outputs: one without a gradient, one that is a number, one that is the input."""

    @staticmethod
    def forward(ctx, a, b):
        ctx.set_materialize_grads(b.sum().item() > 0)
        where = a > 0
        ctx.mark_non_differentiable(where)
        return a * 2, where, 3, b, (a + b).long()

    @staticmethod
    def backward(ctx, *grads):
        print(grads)
        return grads[0], grads[3]


for b in (torch.ones(2), -torch.ones(2)):
    b.requires_grad_()
    made = Split.apply(x, b)
    print([getattr(m, "requires_grad", None) for m in made], made[3] is b, made[2])
    made[0].sum().backward()
    print(x.grad, b.grad)
    (made[3] * 2).sum().backward()
    print(x.grad, b.grad)


class Short(Function):
    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, g):
        return g


class Long(Short):
    @staticmethod
    def backward(ctx, g):
        return g, g, None, None


class Wrong(Short):
    @staticmethod
    def backward(ctx, g):
        return g[:1], g


class Nothing(Short):
    @staticmethod
    def backward(ctx, g):
        return None, 3


class Unwritten(Function):
    pass


class Unfinished(Function):
    @staticmethod
    def forward(ctx, a):
        return a * 1


class Badly(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a, 3)
        return a * 1


for f in (Short, Long, Wrong, Nothing):
    x.grad = None
    b = torch.ones(2, requires_grad=True)
    attempt(lambda: f.apply(x, b).sum().backward())
    print(x.grad, b.grad)
attempt(lambda: Unwritten.apply(x))
attempt(lambda: Unfinished.apply(x).sum().backward())
attempt(lambda: Badly.apply(x))
attempt(lambda: Short()(x, x))


class Once(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return a ** 2

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        a, = ctx.saved_tensors
        return 2 * a * g


first, = grad(Once.apply(x).sum(), x, create_graph=True)
print(first.detach(), first.requires_grad, first.grad_fn is not None)
attempt(lambda: first.sum().backward())
print(grad(Once.apply(x).sum(), x))


class Straight(Function):
    """The gradient as if the rounding were not there."""

    @staticmethod
    def forward(ctx, a):
        return a.round()

    @staticmethod
    def backward(ctx, g):
        return g.clamp(-1, 1)


x.grad = None
(Straight.apply(x * 1.3) * torch.tensor([5.0, 0.5])).sum().backward()
print(x.grad)

# Hooks: in order; a new gradient goes on; remove() takes one away.
x = torch.tensor([1.0, 2.0], requires_grad=True)
h = x * 3
h.retain_grad()
handles = [h.register_hook(lambda g: print("first", g)), h.register_hook(lambda g: g * 10),
           h.register_hook(lambda g: print("third", g)), x.register_hook(lambda g: print("leaf", g))]
h.sum().backward(retain_graph=True)
print(h.grad, x.grad)
handles[1].remove()
handles[1].remove()
h.sum().backward(retain_graph=True)
print(h.grad, x.grad)
h.register_hook(lambda g: 3)
attempt(lambda: h.sum().backward(retain_graph=True))
h = x * 3
h.register_hook(lambda g: g[:1])
attempt(lambda: h.sum().backward())
attempt(lambda: torch.ones(2).register_hook(print))
seen = []
for layer in range(3):
    h = torch.tanh(h.detach() if layer == 0 else h) * x
    h.register_hook(lambda g, layer=layer: seen.append((layer, g.norm().item())))
h.sum().backward()
print(seen)

# Gradients of gradients
x = torch.tensor([0.5, -1.5, 2.0], requires_grad=True)
out = (x ** 4).sum()
for order in range(4):
    out, = grad(out, x, create_graph=True)
    print(order, out.tolist())
    out = out.sum()
penalty = ((grad((x.exp() * x).sum(), x, create_graph=True)[0].norm() - 1) ** 2)
penalty.backward()
print(penalty.item(), x.grad)
v = Variable(torch.ones(2), requires_grad=True)
print(v.requires_grad, grad((v * 2).sum(), v))
attempt(lambda: grad(x.sum(), v))
print(grad((x * 2).sum(), [x, v], allow_unused=True))
attempt(lambda: grad(x * 2, x))
attempt(lambda: grad(x * 2, x, torch.ones(2)))
attempt(lambda: grad((x * 2).sum(), torch.ones(2)))
attempt(lambda: grad((x * 2).sum().detach(), x))
attempt(lambda: (x * 2).sum().detach().backward())
attempt(lambda: (x * 2).backward())
print(grad([x.sum(), (x ** 2).sum()], x), grad(x * 2, x, torch.tensor([1.0, 2.0, 3.0])))
(x * 2).backward(torch.ones(3), inputs=[x])
attempt(lambda: (x * 2).sum().backward(inputs=[]))
print(x.grad)

# Jacobians
w = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
print(jacobian(lambda a: (w * a).sum(1) ** 2, torch.tensor([0.5, -1.0])))
print(jacobian(lambda a, b: (a * b, a.sum() * b), (torch.ones(2), torch.tensor([2.0, 3.0]))))
print(jacobian(lambda a: a.exp(), torch.eye(2)).shape)
print(jacobian(lambda a: a * 0 + 1, torch.ones(2)), jacobian(lambda a: torch.ones(2), torch.ones(2)))
print(hessian(lambda a: (a ** 3).sum() * a[0], torch.tensor([1.0, 2.0])))
print(hessian(lambda a, b: (a * b).sum() * a.sum(), (torch.tensor([1.0, 2.0]), torch.tensor([3.0, -1.0]))))
print(vjp(lambda a: a ** 2, torch.tensor([1.0, 2.0]), torch.tensor([1.0, 10.0])))
print(vjp(lambda a, b: (a * b).sum(), (torch.ones(2), torch.tensor([2.0, 3.0]))))
print(jvp(lambda a: a ** 2 * a.sum(), torch.tensor([1.0, 2.0]), torch.tensor([1.0, 10.0])))
print(jvp(lambda a, b: (a * b, b.exp()), (torch.ones(2), torch.zeros(2)), (torch.ones(2), torch.ones(2))))
print(vhp(lambda a: (a ** 3).sum(), torch.tensor([1.0, 2.0]), torch.tensor([1.0, 10.0])))
print(hvp(lambda a: (a ** 3).sum(), torch.tensor([1.0, 2.0]), torch.tensor([1.0, 10.0])))
for f in (lambda: jacobian(lambda a: 3, torch.ones(2)),
          lambda: jacobian(lambda a: a, 3),
          lambda: jacobian(lambda a: a, (torch.ones(2), 3)),
          lambda: jacobian(lambda a: torch.ones(2), torch.ones(2), strict=True),
          lambda: hessian(lambda a: a * 2, torch.ones(2)),
          lambda: hessian(lambda a: (a.sum(), a), torch.ones(2)),
          lambda: vjp(lambda a: a * 2, torch.ones(2)),
          lambda: vjp(lambda a: a * 2, torch.ones(2), torch.ones(3)),
          lambda: jvp(lambda a: a * 2, torch.ones(2)),
          lambda: jvp(lambda a, b: a * b, (torch.ones(2), torch.ones(2)), torch.ones(2))):
    attempt(f)

# Against differences
a = torch.tensor([[0.3, -0.7], [1.2, 0.1]], dtype=torch.float64, requires_grad=True)
b = torch.tensor([0.4, 0.9], dtype=torch.float64, requires_grad=True)
print(gradcheck(lambda a, b: (a * b).sin().sum(1), (a, b)))
print(gradcheck(lambda a: (a.t().exp(), a.sum()), (a.t().detach().requires_grad_(),), eps=1e-6, atol=1e-4))
print(gradcheck(Straight.apply, (b,), raise_exception=False))
attempt(lambda: gradcheck(Straight.apply, (b * 1,)))
attempt(lambda: gradcheck(lambda a: a, (torch.ones(2),)))
