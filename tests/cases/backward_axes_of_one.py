# x[:, None] and its like leave no number out: their gradient is a view, with the strides of what came.
import torch
w = torch.arange(6.0).view(2, 3).requires_grad_()
for f in (lambda: w[None], lambda: w[:, None], lambda: w[..., None], lambda: w[...], lambda: w[:], lambda: w[:, :], lambda: w[None, :, None, :, None], lambda: w[()], lambda: w[None, ..., None], lambda: w.sum()[None], lambda: w.t()[None], lambda: w[True], lambda: w[None, 0], lambda: w[0:2], lambda: w[None, 0:1]):
    y = f()
    g = torch.autograd.grad((y * torch.arange(1.0, 1 + y.numel()).view(y.shape)).sum(), w, create_graph=True)[0]
    print(y.grad_fn.name(), g.tolist(), g.stride())
g = torch.autograd.grad((w[:, None] ** 3).sum(), w, create_graph=True)[0]
print(torch.autograd.grad(g.sum(), w)[0])
for f in (lambda: w[None].transpose(1, 2), lambda: w[None].permute(2, 0, 1).contiguous(), lambda: w[:, None].reshape(6)):
    y = f()
    print(torch.autograd.grad((y * torch.arange(float(y.numel())).view(y.shape)).sum(), w)[0].stride())
