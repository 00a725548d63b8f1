# What is done with all gradients at once, hooks of modules, copies and files of models that train.
import copy
import io

import torch
import torch.nn as nn
from torch.nn.utils import (clip_grad_norm_, clip_grad_norm, clip_grad_value_, parameters_to_vector,
                            vector_to_parameters)


class Scale(nn.Module):
    """Toy layers whose gradients are products and sums of cells."""

    def __init__(self, *shape):
        super().__init__()
        self.w = nn.Parameter(torch.randn(*shape))
        self.b = nn.Parameter(torch.zeros(shape[-1]))
        self.register_buffer("seen", torch.zeros(()))

    def forward(self, x):
        return (x * self.w).sum(0) + self.b


torch.manual_seed(0)
model = nn.Sequential(Scale(3, 4), Scale(4))
x, y = torch.randn(4), torch.randn(4)
loss = lambda m: ((m(x) - y) ** 2).sum()

# Clipping
for norm, most in ((2.0, 1.0), (2, 100.0), (float("inf"), 0.5), (1.0, 2.0), (3, 0.1)):
    model.zero_grad()
    loss(model).backward()
    total = clip_grad_norm_(model.parameters(), most, norm_type=norm)
    print(norm, total, [p.grad.tolist() for p in model.parameters()])
print(clip_grad_norm_(model[0].w, 1e-3), model[0].w.grad.norm())
loss(model).backward()
clip_grad_value_(model.parameters(), 0.25)
print([p.grad for p in model.parameters()])
print(clip_grad_norm_([torch.ones(2, requires_grad=True)], 1.0), clip_grad_norm_([], 1.0))
bad = torch.ones(2, requires_grad=True)
bad.grad = torch.tensor([float("nan"), 1.0])
try:
    clip_grad_norm_(bad, 1.0, error_if_nonfinite=True)
except RuntimeError as e:
    print(e)
print(clip_grad_norm_(bad, 1.0), bad.grad)

# One vector of all
vector = parameters_to_vector(model.parameters())
print(vector.shape, vector.requires_grad, vector.sum())
vector_to_parameters(torch.arange(vector.numel()) / 10, model.parameters())
print(model[0].w, model[1].b, model[0].w.is_leaf)
try:
    vector_to_parameters([1.0], model.parameters())
except TypeError as e:
    print(e)

# zero_grad leaves zeros; requires_grad_ freezes.
kept = model[0].w.grad
model.zero_grad()
print(kept is model[0].w.grad, kept, model[1].b.grad)
model.zero_grad(set_to_none=True)
print(model[0].w.grad)
model[0].requires_grad_(False)
loss(model).backward()
print([(n, p.requires_grad, p.grad) for n, p in model.named_parameters()])
model.requires_grad_()

# Backward hooks
seen = []


def look(module, grad_input, grad_output):
    print("hook", module._get_name(), grad_input, grad_output)


handle = model[1].register_full_backward_hook(look)
last = model[0].register_full_backward_hook(look)
model.zero_grad()
out = model(x.clone().requires_grad_())
print(out.grad_fn.name(), model[1]._is_full_backward_hook, len(model[1]._backward_hooks))
(out ** 2).sum().backward()
print([p.grad for p in model.parameters()])
last.remove()
handle.remove()
print(len(model[1]._backward_hooks))
with model[1].register_full_backward_hook(lambda m, gi, go: (gi[0] * 10,)):
    z = x.clone().requires_grad_()
    model(z).sum().backward()
    print(z.grad)
with model[1].register_full_backward_hook(lambda m, gi, go: (gi[0], gi[0])):
    try:
        model(x).sum().backward()
    except RuntimeError as e:
        print(e)


class Pair(nn.Module):
    def forward(self, a, n, b=None):
        return a * n, a.detach(), 3


with Pair().register_full_backward_hook(look) as _:
    pass
pair = Pair()
pair.register_full_backward_hook(look)
pair.register_forward_hook(lambda m, i, o: print("forward", len(i)))
pair.register_forward_pre_hook(lambda m, i: print("before", len(i)))
a = torch.ones(2, requires_grad=True)
first, second, third = pair(a, 5)
print(first, second, third)
first.sum().backward()
print(a.grad)
with torch.no_grad():
    print(pair(a, 5)[0].grad_fn)
b = torch.full((2,), 3.0, requires_grad=True)


class Two(nn.Module):
    def forward(self, a, b):
        return a * 2, b * 3


two = Two()
two.register_full_backward_hook(look)
two(a, torch.ones(2))[0].sum().backward()
two(a, b)[0].sum().backward()
print(a.grad, b.grad)
(two(a, b)[0] + two(b, a)[1]).sum().backward()
norms = {}
for name, module in model.named_modules():
    module.register_full_backward_hook(
        lambda m, gi, go, name=name: norms.__setitem__(name, go[0].norm().item()))
loss(model).backward()
print(norms)

# Copies: modules lose their gradients, tensors keep them.
model = nn.Sequential(Scale(3, 4), Scale(4))
loss(model).backward()
other = copy.deepcopy(model)
print(other[0].w.grad, torch.equal(other[0].w, model[0].w), other[0].w is model[0].w, other[0].w.requires_grad)
t = torch.ones(2, requires_grad=True)
(t * 3).sum().backward()
u = copy.deepcopy(t)
print(u, u.grad, u.grad is t.grad)
try:
    copy.deepcopy(t * 2)
except RuntimeError as e:
    print(e)

# A running mean of the parameters
ema = copy.deepcopy(model)
for p in ema.parameters():
    p.requires_grad_(False)
optimizer = torch.optim.AdamW(model.parameters(), lr=0.05)
schedule = torch.optim.lr_scheduler.StepLR(optimizer, 2)
for step in range(4):
    optimizer.zero_grad()
    value = loss(model)
    value.backward()
    optimizer.step()
    schedule.step()
    with torch.no_grad():
        for slow, fast in zip(ema.parameters(), model.parameters()):
            slow.mul_(0.9).add_(fast, alpha=1 - 0.9)
        for slow, fast in zip(ema.buffers(), model.buffers()):
            slow.copy_(fast)
    print(step, value.item(), loss(ema).item())
print([p.tolist() for p in ema.parameters()])

# Saved, and gone on with: as if nothing had happened.
place = io.BytesIO()
torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(),
            "schedule": schedule.state_dict(), "step": 4}, place)
place.seek(0)
found = torch.load(place)
print(list(found), found["optimizer"]["param_groups"], found["schedule"])
again = nn.Sequential(Scale(3, 4), Scale(4))
again.load_state_dict(found["model"])
optimizer2 = torch.optim.AdamW(again.parameters(), lr=1.0)
optimizer2.load_state_dict(found["optimizer"])
schedule2 = torch.optim.lr_scheduler.StepLR(optimizer2, 7)
schedule2.load_state_dict(found["schedule"])
for m, o, s in ((model, optimizer, schedule), (again, optimizer2, schedule2)):
    for step in range(3):
        o.zero_grad()
        value = loss(m)
        value.backward()
        o.step()
        s.step()
    print(value.item(), s.get_last_lr(), s.step_size, o.state[m[0].b]["exp_avg"])
copied = copy.deepcopy(torch.optim.SGD(again.parameters(), lr=0.1))
print(copied)
