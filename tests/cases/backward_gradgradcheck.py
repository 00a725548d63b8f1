# gradcheck() draws nothing; gradgradcheck() draws a seed for each output that has a gradient.
import torch
from torch.autograd import gradcheck, gradgradcheck

torch.manual_seed(0)
x = torch.randn(2, 3, dtype=torch.float64, requires_grad=True)
y = torch.randn(3, dtype=torch.float64, requires_grad=True)
for name, f, inputs in (("square", lambda a: (a * a).sum(1), (x,)), ("scores", lambda a, b: (a @ b).softmax(-1), (x, y)),
                        ("cube", lambda a: a ** 3, (y,)), ("two", lambda a: (a.exp(), a.sin()), (x,)), ("one of two", lambda a: (a.exp(), a.detach()), (x,))):
    print(name, gradcheck(f, inputs), torch.randn(2), torch.rand(1))
    print(name, gradgradcheck(f, inputs), torch.randn(2), torch.rand(1))
print(gradgradcheck(lambda a: a ** 3, (x,), torch.ones(2, 3, dtype=torch.float64, requires_grad=True)), torch.randn(2), torch.rand(1))
