import torch
torch.manual_seed(0)
x = torch.tensor([1.,2.,3.], requires_grad=True)
y = (x*x).sum()
y.backward()
print(x.grad)
w = torch.randn(3,4, requires_grad=True)
b = torch.zeros(4, requires_grad=True)
h = torch.exp((x @ w + b))
l = h.mean()
print(l.grad_fn.name(), l.grad_fn.next_functions[0][0].name())
l.backward()
print(x.grad, w.grad, b.grad)
try:
    l.backward()
except RuntimeError as e:
    print(e)
g, = torch.autograd.grad((x**3).sum(), x, create_graph=True)
print(g)
print(torch.autograd.grad(g.sum(), x))
class Sq(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return a*a
    @staticmethod
    def backward(ctx, g):
        a, = ctx.saved_tensors
        return 2*a*g
z = Sq.apply(x)
print(z)
z.sum().backward()
print(x.grad)
