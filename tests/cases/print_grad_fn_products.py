# What x @ y and F.linear are made of, link by link: rows joined to one product, or a batch of products.
import torch
import torch.nn as nn
import torch.nn.functional as F


def chain(f):
    if f is None:
        return "-"
    inner = ", ".join(chain(g) for g, _ in f.next_functions)
    return type(f).__name__ + (f"({inner})" if inner else "")


x, w, b = torch.randn(2, 3, 4, requires_grad=True), torch.randn(5, 4, requires_grad=True), torch.randn(5, requires_grad=True)
turned = torch.randn(2, 4, 3, requires_grad=True).transpose(1, 2)
sliced = torch.randn(2, 3, 8, requires_grad=True)[..., :4]
four = torch.randn(2, 3, 6, 4, requires_grad=True)
apart = torch.randn(3, 2, 4, requires_grad=True).transpose(0, 1)
for left in (x, turned, sliced, four, apart, x.detach(), four.transpose(1, 2)):
    print(tuple(left.shape), left.stride())
    print("  ", chain((left @ w.t()).grad_fn))
    print("  ", chain(F.linear(left, w).grad_fn))
    print("  ", chain(F.linear(left, w, b).grad_fn))
    print("  ", chain((left @ w[0]).grad_fn))
    print("  ", chain((w @ left.transpose(-2, -1)).grad_fn))
    print("  ", chain((w[0] @ left.transpose(-2, -1)).grad_fn))
    print("  ", chain((left @ left.transpose(-2, -1)).grad_fn))
    print("  ", chain((left @ left.detach().transpose(-2, -1)).grad_fn))
q, k = (torch.randn(2, 6, 3, 4, requires_grad=True).transpose(1, 2) for _ in range(2))
print(chain((q @ k.transpose(-2, -1)).grad_fn), chain((x[:1] @ x.transpose(1, 2)).grad_fn))
layer = nn.Linear(4, 2)
print(chain(layer(x.detach()).grad_fn), chain(layer(turned.detach()).grad_fn))
