# Names that training programs import and that change nothing going forwards; eigenvalues of symmetric matrices.
import torch, torch.nn as nn, numpy as np
from torch.nn.utils import clip_grad_norm_, clip_grad_value_
from torch.utils.checkpoint import checkpoint, checkpoint_sequential
torch.manual_seed(0)
l = nn.Linear(3, 2)
print(clip_grad_norm_(l.parameters(), 1.0))
clip_grad_value_(l.parameters(), 0.1)
x = torch.randn(2, 3); print(checkpoint(l, x)); x.requires_grad_(); print(checkpoint(l, x), checkpoint(l, x, use_reentrant=False))
s = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1)); print(checkpoint_sequential(s, 2, x))
a = torch.tensor([[4., 1, 0, -1], [1, 3, 0.5, 0], [0, 0.5, 2, 1], [-1, 0, 1, 5]]); print(torch.linalg.eigvalsh(a), torch.linalg.eigvalsh(torch.stack([a, -a])), torch.linalg.eigvalsh(a.requires_grad_()))
n = a.detach().numpy().astype(np.float64); print(np.linalg.eigvalsh(n), np.linalg.eigvalsh(np.array([[2, 1], [1, 2]])), np.linalg.eigvalsh(n.astype(np.float32)).dtype)
print(np.linalg.eigvalsh(np.stack([n, n + np.eye(4)])).shape)
try: torch.linalg.eigvalsh(torch.ones(2, 3))
except RuntimeError as e: print(e)
