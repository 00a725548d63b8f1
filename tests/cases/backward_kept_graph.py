# A leaf's gradient that can be differentiated again is a copy of what came, with a grad_fn.
import torch

x = torch.tensor([1., 2., 3.], requires_grad=True)
w = torch.tensor([[2., 1., 0.], [1., 1., 1.]], requires_grad=True)
(w.t() * x.view(3, 1) ** 3).sum().backward(create_graph=True)
print(x.grad, x.grad.grad_fn.name(), x.grad._version)
print(w.grad, w.grad.stride())
(x * x).sum().backward(create_graph=True)
print(x.grad)
first = x.grad
x.grad = None
first.sum().backward()
print(x.grad, w.grad)
