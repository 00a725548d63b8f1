# The slope of a number to the power of a tensor: of 0, of what is below 0, of infinity.
import torch
for base in (0, 0.0, 1, -2, -1.5, 2, float("inf"), float("nan")):
    x = torch.tensor([0.0, 3.0, -1.0], requires_grad=True)
    y = base ** x
    y.sum().backward()
    print(base, y.detach(), x.grad)
z = torch.zeros(2, requires_grad=True)
x = torch.tensor([0.0, 2.0], requires_grad=True)
(z ** x).sum().backward()
print(z.grad, x.grad)
x.grad = None
torch.pow(0, x).sum().backward()
print(x.grad)
