# einops and lambdas: what opens stands with its public name and the code that called it.
import torch
import torch.nn as nn
import torch.nn.functional as F
from einops import rearrange

torch.manual_seed(0)
B, T, D, h = 2, 4, 12, 3
x = torch.randn(B, T, D)
q, k, v = nn.Linear(D, 3 * D)(x).chunk(3, dim=-1)
q, k, v = map(lambda t: rearrange(t, "b n (h d) -> b h n d", h=h), (q, k, v))
q, k = F.normalize(q, dim=-1), F.normalize(k, dim=-1)
weights = (q @ k.transpose(-1, -2) * 10).softmax(dim=-1)
out = rearrange(weights @ v, "b h n d -> b n (h d)")
