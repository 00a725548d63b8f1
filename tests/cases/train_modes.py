# Where gradients are on and off; checkpoints; mixed precision on a machine without a GPU.
import warnings

import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint, checkpoint_sequential

warnings.simplefilter("ignore")
w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)


def asks():
    return torch.is_grad_enabled(), (w * 2).requires_grad


@torch.no_grad()
def without():
    """Doc."""
    return asks()


@torch.enable_grad()
def anyway():
    return asks()


@torch.set_grad_enabled(False)
def off():
    return asks()


class Model:
    @torch.no_grad()
    def evaluate(self, x, scale=1):
        return (w * x * scale).requires_grad

    @torch.inference_mode()
    def infer(self, x):
        return (w * x).requires_grad


print(asks(), without(), without.__name__, without.__doc__, off(), Model().evaluate(2, scale=3), Model().infer(2))
print(torch.is_grad_enabled())
torch.set_grad_enabled(True)
with torch.no_grad():
    print(asks(), anyway())
    with torch.enable_grad():
        print(asks())
    print(asks())
with torch.set_grad_enabled(False):
    print(asks())
    torch.set_grad_enabled(True)
    print(asks())
print(asks())
torch.set_grad_enabled(False)
print(asks())
torch.set_grad_enabled(True)
training = False
with torch.set_grad_enabled(training):
    print(asks())
with torch.inference_mode():
    print(asks(), torch.is_inference_mode_enabled())
with torch.inference_mode(False):
    print(asks(), torch.is_inference_mode_enabled())
try:
    with torch.no_grad():
        raise ValueError("in between")
except ValueError as e:
    print(e, asks())


@torch.no_grad()
def batches():
    for k in range(2):
        yield asks()


for state in batches():
    print(state, torch.is_grad_enabled())

# Checkpoints: the same gradients, the function twice.
torch.manual_seed(1)
calls = []


def block(x, k=1):
    calls.append(torch.is_grad_enabled())
    return (x * w).tanh() * k * torch.rand(3)


x = torch.tensor([0.1, -0.2, 0.3], requires_grad=True)
out = checkpoint(block, x, 2)
print(out.grad_fn.name(), calls)
after = torch.rand(2)
out.sum().backward()
print(x.grad, w.grad, calls, after, torch.rand(2))
torch.manual_seed(1)
x2, w.grad = x.detach().clone().requires_grad_(), None
block(x2, 2).sum().backward()
print(torch.equal(x.grad, x2.grad), w.grad)
print(checkpoint(block, x.detach()).requires_grad)
x.grad = None
kept = checkpoint(block, x, use_reentrant=False)
kept.sum().backward()
print(x.grad)
with torch.no_grad():
    print(checkpoint(block, x).requires_grad)
try:
    checkpoint(block, x, k=2)
except ValueError as e:
    print(e)
out = checkpoint(lambda a, b: (a * 2, b, a * b), x, torch.ones(3))
print([o.requires_grad for o in out])
(out[0] + out[2]).sum().backward()
print(x.grad)


class Gate(nn.Module):
    def __init__(self, k):
        super().__init__()
        self.p = nn.Parameter(torch.full((3,), float(k)))

    def forward(self, x):
        return (x * self.p).tanh()


chain = nn.Sequential(Gate(1), Gate(2), Gate(3), Gate(0.5), Gate(1))
grads = []
for run in (lambda z: chain(z), lambda z: checkpoint_sequential(chain, 2, z), lambda z: checkpoint_sequential(chain, 3, z)):
    chain.zero_grad(set_to_none=True)
    z = x.detach().clone().requires_grad_()
    run(z).sum().backward()
    grads.append([z.grad] + [p.grad for p in chain.parameters()])
print(grads[0])
print([all(torch.equal(a, b) for a, b in zip(grads[0], other)) for other in grads[1:]])

# Mixed precision as it is written for GPUs
scaler = torch.cuda.amp.GradScaler()
print(scaler.is_enabled(), scaler.get_scale(), scaler.state_dict())
optimizer = torch.optim.SGD(chain.parameters(), lr=0.1)
for step in range(3):
    optimizer.zero_grad(set_to_none=True)
    with torch.cuda.amp.autocast():
        loss = (chain(x.detach()) - 1).pow(2).mean()
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    nn.utils.clip_grad_norm_(chain.parameters(), 1.0)
    scaler.step(optimizer)
    scaler.update()
    print(loss.item(), loss.dtype)
scaler.load_state_dict(scaler.state_dict())
with torch.autocast("cuda", dtype=torch.float16):
    print((w * 2).dtype)
with torch.cuda.amp.autocast(enabled=False):
    print((w * 2).dtype)


@torch.cuda.amp.autocast()
def cast(x):
    return x * w


print(cast(x).dtype)
with torch.autograd.profiler.record_function("part"):
    print(asks())
with torch.autograd.set_detect_anomaly(False):
    print(asks())

# What is written through .data is not noticed; what is written through detach() is.
for write in (lambda x: x.data.add_(1), lambda x: x.data.__setitem__(0, 5.0), lambda x: x.data.view(-1).add_(1),
              lambda x: x.data[0].fill_(3), lambda x: x.detach().add_(1), lambda x: x.detach()[0].fill_(3)):
    x = torch.ones(2, requires_grad=True)
    y = (x * x).sum()
    write(x)
    try:
        y.backward()
        print(x.grad, x._version)
    except RuntimeError as e:
        print(str(e)[:80], x._version)
