# Every optimiser, with its options: ten steps on a small loss, the parameters and what is kept for them.
import torch


def problem(dtype=torch.float32):
    """A parameter that is a matrix, one that is a vector, and the loss."""
    torch.manual_seed(3)
    w = torch.randn(3, 4).to(dtype).requires_grad_()
    b = torch.randn(3).to(dtype).requires_grad_()
    x, y = torch.randn(4).to(dtype), torch.randn(3).to(dtype)
    return w, b, lambda: (((w * x).sum(1) + b - y) ** 2).mean()


def train(name, **options):
    w, b, loss = problem()
    optimizer = getattr(torch.optim, name)([w, b], **options)
    for step in range(10):
        optimizer.zero_grad()
        value = loss()
        value.backward()
        optimizer.step()
    print(name, options, value.item(), loss().item())
    print(w.tolist(), b.tolist())
    print(optimizer.state_dict())


train("SGD", lr=0.1)
train("SGD", lr=0.05, momentum=0.9)
train("SGD", lr=0.05, momentum=0.9, dampening=0.3, weight_decay=0.01)
train("SGD", lr=0.02, momentum=0.8, nesterov=True, weight_decay=0.1)
train("SGD", lr=0.001, maximize=True, momentum=0.5)
train("Adam")
train("Adam", lr=0.1, betas=(0.8, 0.95), eps=1e-6)
train("Adam", lr=0.03, weight_decay=0.1, amsgrad=True)
train("Adam", lr=0.03, maximize=True)
train("AdamW", lr=0.1)
train("AdamW", lr=0.03, weight_decay=0.2, amsgrad=True)
train("AdamW", lr=0.03, maximize=True, betas=(0.5, 0.9))
train("RMSprop")
train("RMSprop", lr=0.02, alpha=0.9, momentum=0.5, weight_decay=0.01)
train("RMSprop", lr=0.02, centered=True)
train("RMSprop", lr=0.02, centered=True, momentum=0.7, maximize=True)
train("Adagrad")
train("Adagrad", lr=0.3, lr_decay=0.1, weight_decay=0.05, initial_accumulator_value=0.2)
train("Adagrad", lr=0.1, maximize=True, eps=1e-3)

# In float64 and with groups of their own options.
w, b, loss = problem(torch.float64)
optimizer = torch.optim.Adam([{"params": w}, {"params": [b], "lr": 0.5}], lr=0.1)
unused = torch.ones(2, requires_grad=True)
optimizer.add_param_group({"params": unused, "weight_decay": 0.1})
for step in range(5):
    optimizer.zero_grad(set_to_none=step % 2 == 0)
    print(step, w.grad is None, b.grad, unused.grad)
    loss().backward()
    optimizer.step()
print(optimizer)
print(w, b, unused, unused in optimizer.state, len(optimizer.state))
print(optimizer.state[b]["step"], optimizer.state[b]["exp_avg_sq"])

# zero_grad leaves zeros in the same tensor.
kept = w.grad
optimizer.zero_grad()
print(kept is w.grad, w.grad, kept.requires_grad)


# A closure is run with gradients; the loss comes back.
def closure():
    optimizer.zero_grad()
    value = loss()
    value.backward()
    print("closure", torch.is_grad_enabled(), value.item())
    return value


print(optimizer.step(closure), torch.is_grad_enabled())
with torch.no_grad():
    print(optimizer.step(closure).item(), torch.is_grad_enabled())

# What is saved goes on as if nothing had happened.
state = optimizer.state_dict()
print(state["param_groups"], list(state["state"]))
w2, b2 = w.detach().clone().requires_grad_(), b.detach().clone().requires_grad_()
other = torch.optim.Adam([{"params": w2}, {"params": [b2]}, {"params": unused.clone().detach()}], lr=7)
other.load_state_dict(state)
print(other)
w2.grad, b2.grad = w.grad.clone(), b.grad.clone()
optimizer.step()
other.step()
print(torch.equal(w, w2), torch.equal(b, b2), other.state[w2]["step"], optimizer.state[w]["step"])
half = torch.optim.SGD([torch.zeros(2, requires_grad=True)], lr=1.0, momentum=0.9)
half.load_state_dict({"state": {0: {"momentum_buffer": torch.ones(2, dtype=torch.float64)}},
                      "param_groups": [{"lr": 0.5, "momentum": 0.5, "dampening": 0, "weight_decay": 0,
                                        "nesterov": False, "params": [0]}]})
print(half, half.state_dict())


# An optimiser of one's own.
class SignDescent(torch.optim.Optimizer):
    def __init__(self, params, lr=0.01):
        super().__init__(params, dict(lr=lr))

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                state["count"] = state.get("count", 0) + 1
                p.add_(p.grad.sign(), alpha=-group["lr"])


w, b, loss = problem()
own = SignDescent([w, b], lr=0.1)
for step in range(3):
    own.zero_grad()
    loss().backward()
    own.step()
print(own, w, b, own.state[w], own.state_dict())

# Complex numbers.
z = torch.tensor([1 + 2j, -3 + 0.5j])
for name in ("Adam", "AdamW", "RMSprop", "Adagrad"):
    with torch.no_grad():
        z.copy_(torch.tensor([1 + 2j, -3 + 0.5j]))
    z.grad = torch.tensor([0.5 - 1j, 2 + 4j])
    optimizer = getattr(torch.optim, name)([z], lr=0.1)
    optimizer.step()
    optimizer.step()
    print(name, z)

# What is refused.
for call in (lambda: torch.optim.SGD([w]),
             lambda: torch.optim.SGD([w], lr=-1),
             lambda: torch.optim.SGD([w], lr=0.1, momentum=-0.5),
             lambda: torch.optim.SGD([w], lr=0.1, nesterov=True),
             lambda: torch.optim.Adam([w], betas=(1.0, 0.9)),
             lambda: torch.optim.Adam([w], betas=(0.9, -0.1)),
             lambda: torch.optim.Adam([w], eps=-1e-8),
             lambda: torch.optim.AdamW([w], weight_decay=-1),
             lambda: torch.optim.RMSprop([w], alpha=-1),
             lambda: torch.optim.RMSprop([w], momentum=-1),
             lambda: torch.optim.Adagrad([w], lr_decay=-1),
             lambda: torch.optim.Adagrad([w], initial_accumulator_value=-1),
             lambda: torch.optim.Adam([]),
             lambda: torch.optim.Adam(w),
             lambda: torch.optim.Adam(torch.nn.Linear(2, 2).weight),
             lambda: torch.optim.Adam([1, 2]),
             lambda: torch.optim.Adam([w, "b"]),
             lambda: torch.optim.Adam([w * 2]),
             lambda: torch.optim.Adam([{"params": {w, b}}]),
             lambda: torch.optim.Adam([{"params": w}, {"params": [b, w]}]),
             lambda: torch.optim.Adam([w]).load_state_dict(state),
             lambda: torch.optim.Adam([w], fused=True),
             lambda: own.add_param_group([w]),
             lambda: torch.optim.Adam([{"params": [w, b, z]}, {"params": [unused]}, {"params": [kept]}])
             .load_state_dict(state),
             lambda: torch.optim.Optimizer([w], {}).step(None)):
    try:
        call()
        print("no error")
    except Exception as e:
        print(type(e).__name__, e)

# A product and a sum are rounded once.
torch.manual_seed(5)
for shape in ((7,), (5, 9), (40,)):
    a, b, c = torch.randn(shape), torch.randn(shape), torch.randn(shape)
    for result in (a.add(b, alpha=-0.1), a.sub(b, alpha=0.3), torch.rsub(a, b, alpha=0.7), a.t().add(b.t(), alpha=1.7),
                   a.addcmul(b, c, value=0.01), a.addcmul(b, c), a.double().addcmul(b.double(), c.double(), value=0.1),
                   a.clone().sub_(b[-1:], alpha=0.2), a.add(torch.ones(shape, dtype=torch.long), alpha=0.1)):
        print(result.flatten()[:12].tolist())
