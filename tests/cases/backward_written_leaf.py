"""What was written in place and asked for no gradient before: it gets none, and its node leads nowhere for it."""
import torch
w = torch.arange(4.).requires_grad_()
z = torch.zeros(4).index_add_(0, torch.tensor([1, 1, 2]), w[:3])
print(z.grad_fn.next_functions[0][0], z.is_leaf)
(z ** 2).sum().backward()
print(w.grad)
a = torch.zeros(4)
a += w
print(a.grad_fn.next_functions[0][0], a.grad_fn.next_functions[1][0] is not None)
a.sum().backward()
print(w.grad, a.is_leaf)
m = torch.ones(4)
m.mul_(w)
print([f[0] is None for f in m.grad_fn.next_functions])
m.sum().backward()
print(w.grad)
t = torch.ones(2, 4)
t[0] = w
print([f[0] is None for f in t.grad_fn.next_functions])
t[torch.tensor([1])] = w[None]
t.sum().backward()
print(w.grad)
