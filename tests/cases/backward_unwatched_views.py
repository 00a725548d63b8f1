# Views that are made in no_grad(): they ask for gradients where their base does, take none, and are not written where
# gradients are on. And what was made in inference_mode().
import torch


def tried(do):
    try:
        print(do())
    except RuntimeError as e:
        print("RuntimeError:", e)


torch.manual_seed(0)
x = torch.ones(2, 3, requires_grad=True)
y = x * 2
with torch.no_grad():
    v = y[0]
    u = x.view(6)
    d = y.detach()[0]
    s = y * 1
    print(v, v.requires_grad, v.is_leaf)
print(v.requires_grad, v.is_leaf, v, v.grad_fn)
print(u.requires_grad, u.is_leaf, u, u.grad_fn)
print(d.requires_grad, s.requires_grad)
z = (v * 2).sum() + y.sum()
print(z)
z.backward()
print(x.grad, v.grad)
tried(lambda: v.mul_(2))
tried(lambda: u.add_(1))
tried(lambda: v.numpy())
with torch.no_grad():
    v.mul_(2)
    v[0] = 7.0
    print(y)
    tried(lambda: v + 1)
    tried(lambda: v)
tried(lambda: v)
tried(lambda: v.grad_fn)
tried(lambda: v + 1)
tried(lambda: v.view(3).add_(1))
tried(lambda: v.detach())

layer = torch.nn.Linear(3, 2)
with torch.no_grad():
    print(layer.weight[0])
    print(layer.weight.t().requires_grad, layer.weight[torch.tensor([0])].requires_grad)
    parts = layer.weight.chunk(2), layer.weight.unbind(0), layer.weight.split(1)
    print([part[0].requires_grad for part in parts])
    wide = layer.weight.expand(1, 2, 3)
    layer.weight[0].fill_(0.5)
    layer.weight[1:] = 0.25
print(layer.weight)
tried(lambda: (wide * 2).sum())

plain = torch.ones(3)
with torch.no_grad():
    part = plain[:2]
part.mul_(2)
print(part, part.requires_grad)
tried(lambda: part.add_(torch.ones(2, requires_grad=True)))
tried(lambda: part.__setitem__(0, torch.ones((), requires_grad=True)))
print(part)

with torch.inference_mode():
    q = y[1]
    made = torch.ones(3)
    made.add_(1)
    print(q.requires_grad, made)
tried(lambda: q.mul_(2))
tried(lambda: made.add_(1))
tried(lambda: made.__setitem__(0, 1.0))
