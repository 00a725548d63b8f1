# Names that training programs import and that change nothing going forwards.
import torch, torch.nn as nn
from torch.nn.utils import clip_grad_norm_, clip_grad_value_
from torch.utils.checkpoint import checkpoint
torch.manual_seed(0)
l = nn.Linear(3, 2)
print(clip_grad_norm_(l.parameters(), 1.0))
clip_grad_value_(l.parameters(), 0.1)
x = torch.randn(2, 3); print(checkpoint(l, x)); x.requires_grad_(); print(checkpoint(l, x), checkpoint(l, x, use_reentrant=False))
