# Additive, general, linear, location-only and convolution-free relatives of the dot product.
import torch
import torch.nn as nn
import torch.nn.functional as F


class Additive(nn.Module):
    def __init__(self, q, k, hidden):
        super().__init__()
        self.W_q, self.W_k = nn.Linear(q, hidden, bias=False), nn.Linear(k, hidden, bias=False)
        self.w_v = nn.Linear(hidden, 1, bias=False)

    def forward(self, queries, keys, values, valid_lens=None):
        features = torch.tanh(self.W_q(queries).unsqueeze(2) + self.W_k(keys).unsqueeze(1))
        scores = self.w_v(features).squeeze(-1)
        self.weights = masked_softmax(scores, valid_lens)
        return torch.bmm(self.weights, values)


def masked_softmax(X, valid_lens):
    if valid_lens is None:
        return F.softmax(X, dim=-1)
    shape = X.shape
    if valid_lens.dim() == 1:
        valid_lens = torch.repeat_interleave(valid_lens, shape[1])
    else:
        valid_lens = valid_lens.reshape(-1)
    X = X.reshape(-1, shape[-1])
    mask = torch.arange(shape[-1], dtype=torch.float32)[None, :] < valid_lens[:, None]
    X[~mask] = -1e6
    return F.softmax(X.reshape(shape), dim=-1)


print(masked_softmax(torch.zeros(2, 2, 4), torch.tensor([2, 3])))
print(masked_softmax(torch.zeros(2, 2, 3), torch.tensor([[1, 3], [2, 2]])))
torch.manual_seed(10)
queries, keys = torch.normal(0, 1, (2, 1, 5)), torch.ones((2, 4, 2))
values = torch.arange(16, dtype=torch.float32).reshape(1, 4, 4).repeat(2, 1, 1)
attn = Additive(5, 2, 3)
print(attn(queries, keys, values, torch.tensor([2, 3])))
print(attn.weights)
h, s = torch.randn(2, 3, 4), torch.randn(2, 4)
general = nn.Linear(4, 4, bias=False)
e = torch.bmm(general(h), s.unsqueeze(2)).squeeze(2)
a = F.softmax(e, dim=1)
print(e, a, (a.unsqueeze(-1) * h).sum(1))
q, k, v = torch.randn(3, 1, 4, 3).unbind()
phi = lambda t: F.elu(t) + 1
kv = torch.einsum("bnd,bne->bde", phi(k), v)
z = 1 / torch.einsum("bnd,bd->bn", phi(q), phi(k).sum(dim=1))
print(torch.einsum("bnd,bde,bn->bne", phi(q), kv, z))
w = phi(q) @ phi(k).mT
print(torch.allclose(w / w.sum(-1, keepdim=True) @ v, torch.einsum("bnd,bde,bn->bne", phi(q), kv, z), atol=1e-5))
cos = F.normalize(q, dim=-1) @ F.normalize(k, dim=-1).transpose(1, 2)
print(cos, torch.softmax(cos * 10, -1).argmax(-1))
gate = torch.sigmoid(general(s))
print(gate * s + (1 - gate) * h[:, 0])
pool = nn.Parameter(torch.zeros(4))
print(torch.softmax(h @ pool, dim=-1), (torch.softmax(h @ pool, -1).unsqueeze(1) @ h).squeeze(1))
