# backward() and grad() take what gives tensors one by one: net.parameters(), a generator, an iterator.
import torch
import torch.nn as nn

torch.manual_seed(0)
net = nn.Linear(2, 1)
w = torch.tensor([1.0, 2.0], requires_grad=True)
loss = net(torch.ones(2)).sum()
print(torch.autograd.grad(loss, net.parameters(), create_graph=True))
print(torch.autograd.grad(loss, (p for p in net.parameters())))
print(torch.autograd.grad(w.sum(), iter([w])), torch.autograd.grad(w.sum(), {w}))
print(torch.autograd.grad((out for out in [w.sum(), (w * w).sum()]), w))
print(torch.autograd.grad(w * 3, w, (g for g in [torch.tensor([1.0, 10.0])])))
torch.autograd.backward(out for out in [w.sum(), (w * w).sum()])
print(w.grad)
torch.autograd.backward(iter([w * 2]), iter([torch.ones(2)]), inputs=[w])
print(w.grad)
for ask in (lambda: torch.autograd.grad(w.sum(), []),
            lambda: torch.autograd.grad(w.sum(), (x for x in ())),
            lambda: torch.autograd.grad(w * 2, []),
            lambda: torch.autograd.grad(torch.ones(1), []),
            lambda: torch.autograd.backward(w.sum(), inputs=[]),
            lambda: torch.autograd.backward(w.sum(), inputs=iter([w])),
            lambda: w.sum().backward(inputs=[])):
    try:
        print(ask())
    except (RuntimeError, ValueError, TypeError) as e:
        print(type(e).__name__, e)
