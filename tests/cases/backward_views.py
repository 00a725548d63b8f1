# Views that are written in place: their gradients go to what they show.
import torch

torch.manual_seed(1)


def show(name, y, *leaves):
    y.backward()
    print(name, [x.grad for x in leaves])


def leaf(*shape):
    return torch.randn(shape).requires_grad_()


x = leaf(3, 2)
h = x * 1
row = h[0]
row.mul_(2)
print(h.grad_fn.name(), row.grad_fn.name(), h)
show("row", (h * h).sum(), x)

x, y = leaf(3, 2), leaf(2)
h = x * 1
h[1].mul_(y)
show("by another", h.sum(), x, y)

x = leaf(3, 2)
h = x * 1
row = h[0]
h.mul_(3)
print(row.grad_fn.name())
show("base written", row.sum() + h.sum(), x)

x, y = leaf(2, 2), leaf(2)
out = torch.zeros(3, 2)
print(out.requires_grad)
out[0] = y
out[1:].copy_(x)
print(out.requires_grad, out.grad_fn.name())
show("zeros filled", (out ** 2).sum(), x, y)

x = leaf(4)
out = torch.zeros(2, 4)
part = out[0]
part.add_(x)
print(part.requires_grad, out.requires_grad, part.grad_fn.name(), out.grad_fn.name())
show("through a view", (out * 2).sum() + part.sum(), x)

x = leaf(2, 3)
h = x * 1
h[:, 0] += 1
h[:, 1] *= 4
h[..., 2] = h[..., 0] + h[..., 1]
show("augmented", h.sum(), x)

x = leaf(2, 3)
h = x.exp()
h = h * 2
h.t()[1].zero_()
show("turned", (h * torch.arange(6.0).view(2, 3)).sum(), x)

x = leaf(2, 3)
h = x * 2
h.view(-1)[::2].fill_(0.5)
show("filled", (h * h).sum(), x)

x = leaf(2, 3)
h = x * 2
h.diagonal().sub_(h.diagonal().detach())
show("diagonal", (h * h).sum(), x)

x = leaf(4, 2)
h = x * 1
h[torch.tensor([0, 2])] = 5
h[h < 0] = 0
show("picked", (h * h).sum(), x)

x = leaf(2, 3)
h = x * 1
with torch.no_grad():
    h[0] = 1
show("under no_grad", (h * 2).sum(), x)

x = leaf(2, 3)
h = x * 1
h.detach()[0] = 1
h.data[1] = 2
show("beside the graph", (h * 2).sum(), x)

x = leaf(2, 3)
h = (x * 2).detach_()
print(h.requires_grad, h.grad_fn)

x = leaf(2, 3)
h = x * 2
h.unsqueeze_(0).transpose_(0, 1)
print(h.shape, h.grad_fn.name())
show("turned in place", (h * h).sum(), x)

x = leaf(3)
h = x * 1
for k in range(3):
    h[k] = h[k] * (k + 1)
show("in a loop", h.sum(), x)

w = leaf(3)
cache = torch.zeros(2, 3)
for step in range(2):
    cache[step] = w * (step + 1)
show("a cache", (cache.sum(0) ** 2).sum(), w)
