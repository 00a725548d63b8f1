# The optimisers beyond SGD, Adam, AdamW, RMSprop and Adagrad: every cell after a few steps.
import torch


def run(make, closure=False):
    torch.manual_seed(0)
    p = torch.randn(3, requires_grad=True)
    q = torch.randn(2, 2, requires_grad=True)
    optimizer = make([p, q])

    def loss():
        optimizer.zero_grad()
        value = (p ** 2).sum() * 0.7 + ((q - 1) ** 4).sum() + p[0] * q[0, 0]
        value.backward()
        return value

    for _ in range(8):
        if closure:
            last = optimizer.step(loss)
        else:
            last = loss()
            optimizer.step()
    print(type(optimizer).__name__, [x.item() for x in (*p, *q.flatten())], last.item())
    return optimizer


o = torch.optim
print(run(lambda p: o.Adadelta(p, lr=0.5)))
run(lambda p: o.Adadelta(p, weight_decay=0.1, maximize=True))
print(run(lambda p: o.Adamax(p, lr=0.1)))
run(lambda p: o.Adamax(p, weight_decay=0.1, betas=(0.8, 0.99)))
print(run(lambda p: o.NAdam(p, lr=0.05)))
run(lambda p: o.NAdam(p, weight_decay=0.1))
print(run(lambda p: o.RAdam(p, lr=0.05)))
run(lambda p: o.RAdam(p, weight_decay=0.1, betas=(0.9, 0.9)))
print(run(lambda p: o.Rprop(p, lr=0.3)))
print(run(lambda p: o.ASGD(p, lr=0.05, t0=3)))
run(lambda p: o.ASGD(p, weight_decay=0.1))
print(run(lambda p: o.LBFGS(p, lr=0.3, max_iter=4), True))
run(lambda p: o.LBFGS(p, lr=1, history_size=3), True)
for make in (lambda: o.LBFGS([{"params": [torch.ones(1)]}, {"params": [torch.ones(1)]}]),
             lambda: o.Rprop([torch.ones(1)], etas=(1.5, 2)), lambda: o.Adamax([torch.ones(1)], betas=(1.0, 0.9)),
             lambda: o.Adadelta([torch.ones(1)], rho=-1)):
    try:
        make()
    except ValueError as error:
        print(error)
