# Looking into modules: names, counts, state, sharing, printing.
import torch, torch.nn as nn, torch.nn.functional as F
torch.manual_seed(0)
def init_weights(m):
    print("init", m.__class__.__name__)
    if type(m) == nn.Linear:
        nn.init.kaiming_uniform_(m.weight, nonlinearity='relu')
        m.bias.data.fill_(0.01)
    elif isinstance(m, nn.LayerNorm):
        m.weight.data.fill_(1.0); m.bias.data.zero_()
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(inplace=True), nn.LayerNorm(4), nn.Linear(4, 2))
r = net.apply(init_weights); print(r is net, net[0].bias, net[-1].weight)
class GPT(nn.Module):
    def __init__(self, v=11, d=4):
        super().__init__()
        self.wte = nn.Embedding(v, d); self.lm_head = nn.Linear(d, v, bias=False)
        self.lm_head.weight = self.wte.weight
    def get_num_params(self, non_embedding=True):
        n = sum(p.numel() for p in self.parameters())
        if non_embedding: n -= self.wte.weight.numel()
        return n
g = GPT()
print(g, g.get_num_params(), g.get_num_params(False), g.lm_head.weight is g.wte.weight, len(list(g.parameters())))
print(g.state_dict().keys()); print([n for n, _ in g.named_parameters()])
print(g.wte.weight.data_ptr() == g.lm_head.weight.data_ptr(), id(g.wte.weight) == id(g.lm_head.weight))
sd = g.state_dict(); print(sd['wte.weight'][0])
g2 = GPT(); print(g2.load_state_dict(sd), torch.equal(g2.wte.weight, g.wte.weight))
try: g2.load_state_dict({'wte.weight': torch.zeros(2, 2)})
except RuntimeError as e: print(e)
try: g2.load_state_dict({'foo': torch.zeros(2, 2)}, strict=True)
except RuntimeError as e: print(e)
print(g2.load_state_dict({'foo': torch.zeros(2, 2)}, strict=False))
for i, (n, p) in enumerate(g.named_parameters()): print(i, n, p.shape, p.requires_grad, p.dtype, p.device)
for p in g.parameters(): p.requires_grad = False
print(sum(p.numel() for p in g.parameters() if p.requires_grad), g.wte.weight.requires_grad)
g.requires_grad_(True); print(g.wte.weight.is_leaf)
print(g.training, g.eval().training, g.train().training, next(g.parameters()).device, next(iter(g.children())))
print(list(g.named_modules())[1], [type(m) for m in g.modules()])
print(net[1:3], len(net), net[0].in_features, net.__class__, isinstance(net, nn.Module))
for name, child in net.named_children(): print(name, child)
decay, no_decay = set(), set()
for mn, m in net.named_modules():
    for pn, p in m.named_parameters():
        fpn = '%s.%s' % (mn, pn) if mn else pn
        if pn.endswith('bias'): no_decay.add(fpn)
        elif pn.endswith('weight') and isinstance(m, (nn.Linear,)): decay.add(fpn)
        elif pn.endswith('weight') and isinstance(m, (nn.LayerNorm, nn.Embedding)): no_decay.add(fpn)
print(sorted(decay), sorted(no_decay), decay & no_decay, sorted(decay | no_decay) == sorted({pn for pn, p in net.named_parameters()}))
net.add_module("extra", nn.Tanh()); print(net); net.append(nn.Sigmoid()); print(net)
print(nn.Sequential(*[nn.Linear(2, 2) for _ in range(3)]))
from collections import OrderedDict
s = nn.Sequential(OrderedDict([('fc1', nn.Linear(2, 3)), ('act', nn.GELU()), ('fc2', nn.Linear(3, 1))])); print(s, s.fc1)
print(net.double()[0].weight.dtype, net.float()[0].weight.dtype, hasattr(net, 'foo'))
print(net.get_parameter('0.weight').shape, g.get_submodule('wte'))
try: net.foo
except AttributeError as e: print(e)
m = nn.ModuleList([nn.Linear(1, 1)]); m.extend([nn.ReLU(), nn.Tanh()]); m.insert(0, nn.Identity()); print(m, m[-1], len(m)); m[1] = nn.Dropout(0.3); print(m[:2])
try: nn.ModuleList([1])
except TypeError as e: print(e)
print(nn.Identity(54), nn.Dropout(), nn.Embedding(5, 3, padding_idx=0), nn.LayerNorm((2, 3), eps=1e-6, elementwise_affine=False), nn.Softmax(dim=-1), nn.LogSoftmax(dim=1), nn.SiLU(), nn.GELU(approximate='tanh'), nn.LeakyReLU(0.2), nn.ELU(), nn.Softplus(), nn.Mish(), nn.PReLU(), nn.ReLU6(), nn.GLU(), nn.CrossEntropyLoss(), nn.MSELoss(), nn.BCEWithLogitsLoss(), nn.NLLLoss(), nn.KLDivLoss(), sep="\n")
