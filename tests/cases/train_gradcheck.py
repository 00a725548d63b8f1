# gradcheck of functions whose outputs or inputs lie otherwise than in order.
import torch
from torch.autograd import gradcheck, gradgradcheck

torch.manual_seed(12)
q, k = (torch.randn(2, 3, 4, dtype=torch.double, requires_grad=True) for _ in range(2))
w = torch.randn(4, 3, dtype=torch.double).t().requires_grad_()
functions = {
    "transpose": lambda a: a.transpose(1, 2) * 2,
    "permute": lambda a: a.permute(2, 0, 1).sin(),
    "product": lambda a: a @ k.transpose(1, 2),
    "weights": lambda a: (a @ k.mT * 0.5).softmax(-1),
    "flip": lambda a: a.flip(1).mT.exp(),
    "expand": lambda a: a.mean(-1, keepdim=True).expand(2, 3, 5),
    "clone": lambda a: a.transpose(0, 1).clone() ** 2,
}
for name, f in functions.items():
    print(name, gradcheck(f, (q,)), gradgradcheck(f, (q,)))
print(gradcheck(lambda a: a * 2, (w,)), gradgradcheck(lambda a, b: (a @ b.transpose(-1, -2)).softmax(-1), (q, k)))
try:
    gradcheck(lambda a: (a.detach() * a).transpose(1, 2), (q,))
except RuntimeError as error:
    print(str(error).split("\n")[0])

# what is cut off from its inputs has no gradient, and may not follow them
for cut in (lambda v: v.detach() * 2, lambda v: v.detach() * 0 + 1, lambda v: (v > 0).double()):
    try:
        print(gradcheck(cut, torch.ones(2, dtype=torch.double, requires_grad=True)))
    except RuntimeError as error:
        print(type(error).__name__, error)
