# A module called with parameters and buffers that are not its own.
import torch, torch.nn as nn
from torch.nn.utils.stateless import functional_call
from torch.nn.utils import stateless
torch.manual_seed(0)
m = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Linear(4, 2))
p = {k: v.detach().clone().mul(2).requires_grad_() for k, v in m.named_parameters()}
x = torch.randn(5, 3)
print(functional_call(m, p, x)); print(functional_call(m, p, (x,)).shape)
y = functional_call(m, p, (x,)).sum(); y.backward(); print({k: None if v.grad is None else v.grad.shape for k, v in p.items()}); print(m[0].weight.grad)
b = dict(m.named_buffers()); b = {k: v.clone() for k, v in b.items()}
print(m[1].num_batches_tracked, functional_call(m, {**p, **b}, (x,)).shape, b["1.num_batches_tracked"], m[1].num_batches_tracked)
class Foo(nn.Module):
    def __init__(s):
        super().__init__(); s.register_buffer("foo", torch.zeros(()))
    def forward(s, y, scale=1): s.foo = s.foo + y; return s.foo * scale
a={"foo": torch.zeros(())}; f=Foo(); print(stateless.functional_call(f, a, torch.ones(()), {"scale": 3}), a, f.foo)
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
t(lambda: functional_call(m, {"nope.weight": x}, (x,)))
t(lambda: functional_call(m, {"0.nope": x}, (x,)).shape)
t(lambda: functional_call(m, {"0.weight": torch.ones(4, 5)}, (x,)))
print(list(m.state_dict()), [type(q).__name__ for q in m.parameters()])
