# Hooks, buffers, assigning parameters, iterating, copying, initialising.
import torch, torch.nn as nn, torch.nn.functional as F
# hooks, buffers, misc module API
torch.manual_seed(0)
class M(nn.Module):
    """Doc."""
    count = 0
    def __init__(self, d, *, bias: bool = True, **kw):
        super().__init__()
        self.fc = nn.Linear(d, d, bias=bias)
        self.kw = kw
        self.register_buffer("step", torch.tensor(0))
        self.scale = nn.Parameter(torch.tensor(0.5)); self.w = nn.Parameter(torch.randn(2, 3), requires_grad=False)
        M.count += 1
        self.attn_weights = None
    def forward(self, x):
        self.step += 1
        self.attn_weights = F.softmax(self.fc(x) * self.scale, -1)
        return {"out": self.attn_weights, "aux": (x, None)}
m = M(3, bias=False, foo=1); out = m(torch.ones(1, 3)); print(m.step, out, m.kw, M.count, M.__doc__, m.attn_weights.shape)
print(m.state_dict()); print(m._parameters.keys(), m._buffers, m._modules, m.training)
print(m, m.scale, m.w, m.fc.weight.grad, m.scale.requires_grad)
def pre(mod, inp): print("pre", mod.__class__.__name__, inp[0].shape); return (inp[0] * 2,)
h = m.register_forward_pre_hook(pre); m(torch.ones(1, 3)); h.remove()
def mod_hook(mod, inp, out): return out * 0
h = m.fc.register_forward_hook(mod_hook); print(m(torch.ones(1, 3))["out"]); h.remove()
m.scale = nn.Parameter(torch.tensor(2.0)); print(m.scale); 
try: m.scale = torch.tensor(1.0)
except TypeError as e: print(e)
m.step = torch.tensor(5); print(m.step, dict(m.named_buffers()))
m.scale.data = torch.tensor(3.); print(m.scale); m.scale.data.mul_(2); print(m.scale.item())
with torch.no_grad(): m.fc.weight.copy_(torch.eye(3)); m.fc.weight[0, 1] = 5.; m.fc.weight.add_(1)
print(m.fc.weight)
del m.w; print(hasattr(m, 'w'), 'w' in m.state_dict())
m.to('cpu'); m.to(torch.float64); print(m.scale.dtype, m.step.dtype); m.half if False else None
m.zero_grad(); print(next(m.parameters()).dtype, [p.is_leaf for p in m.parameters()])
print(list(m.buffers()), m.fc.extra_repr(), m._get_name(), str(m)[:2], callable(m), repr(m.fc))
class Base(nn.Module):
    def forward(self, x): return self.inner(x)
class Child(Base):
    def __init__(self): super(Child, self).__init__(); self.inner = nn.Identity(); self.drop = 0.1
    def extra_repr(self): return f"drop={self.drop}"
print(Child(), Child()(3), isinstance(Child(), Base), issubclass(Child, nn.Module), Child.__mro__[1].__name__, Child.__bases__)
class NoInit(nn.Module):
    def __init__(self): self.x = nn.Linear(1, 1)
try: NoInit()
except AttributeError as e: print(e)
class NoFwd(nn.Module): pass
try: NoFwd()(1)
except NotImplementedError as e: print(e)
try: M()
except TypeError as e: print(e)
try: m(1, 2)
except TypeError as e: print(e)
try: m.fc(torch.ones(2, 5).double())
except RuntimeError as e: print(e)
seq = nn.Sequential(nn.Linear(2, 2), nn.Sequential(nn.ReLU(), nn.Linear(2, 1)))
for i, l in enumerate(seq): print(i, l)
x = torch.ones(1, 2)
for l in seq:
    x = l(x); print(l.__class__.__name__, 'output shape:\t', x.shape)
print(seq[1][1].weight, seq.state_dict()['1.1.bias'], [n for n, _ in seq.named_modules()], seq[-1], list(seq.children())[0])
total = sum(p.numel() for p in seq.parameters()); train = sum(p.numel() for p in seq.parameters() if p.requires_grad)
print(f"Total: {total:,} Trainable: {train:,} ({100 * train / total:.1f}%) {total * 4 / 1024**2:.6f} MB")
import copy
c = copy.deepcopy(seq); c[0].weight.data.zero_(); print(torch.equal(c[0].weight, seq[0].weight), c[0].weight.sum()); d = copy.copy(seq); print(d[0] is seq[0])
sa = nn.Softmax(dim=1); print(sa(torch.zeros(1, 2)), nn.Softmax()(torch.zeros(2)) if False else "", nn.Tanh()(torch.ones(1)), nn.Softsign(), nn.LogSigmoid(), nn.SELU())
e = nn.Embedding.from_pretrained(torch.arange(6.).view(3, 2)); print(e, e.weight.requires_grad, e(torch.tensor([[0, 2]])), e.num_embeddings)
e2 = nn.Embedding(4, 2, padding_idx=1, max_norm=None); print(e2.weight[1], e2(torch.tensor(1)))
print(nn.utils.parameters_to_vector(seq.parameters()).shape if hasattr(nn.utils, 'parameters_to_vector') else '', nn.init.calculate_gain('relu'), nn.init.orthogonal_(torch.empty(2, 2)).shape if False else "")
for f in (nn.init.xavier_uniform_, nn.init.xavier_normal_, nn.init.kaiming_normal_, nn.init.kaiming_uniform_, nn.init.uniform_, nn.init.normal_, nn.init.ones_, nn.init.trunc_normal_):
    torch.manual_seed(0); print(f.__name__, f(torch.empty(2, 3)))
print(nn.init.constant_(torch.empty(2), 0.3), nn.init.eye_(torch.empty(2, 2)))
