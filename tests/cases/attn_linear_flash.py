# Linear, tiled and windowed attention, and the functions around them.
import torch, torch.nn as nn, torch.nn.functional as F, math
torch.manual_seed(0)
# linear attn, performer, sparse, local, nystrom-ish, memory efficient, flash
def elu_fm(x): return F.elu(x) + 1
def linear_attention(q, k, v, eps=1e-6):
    q, k = elu_fm(q), elu_fm(k)
    kv = torch.einsum("nhld,nhlm->nhmd", k, v)
    z = 1 / (torch.einsum("nhld,nhd->nhl", q, k.sum(dim=2)) + eps)
    return torch.einsum("nhld,nhmd,nhl->nhlm", q, kv, z)
q, k, v = (torch.randn(1, 2, 6, 4) for _ in range(3))
print(linear_attention(q, k, v)[0, 0])
def causal_linear(q, k, v):
    q, k = elu_fm(q), elu_fm(k)
    kv = torch.einsum('bhld,bhlm->bhldm', k, v).cumsum(2)
    z = 1 / torch.einsum('bhld,bhld->bhl', q, k.cumsum(2))
    return torch.einsum('bhld,bhldm,bhl->bhlm', q, kv, z)
print(causal_linear(q, k, v)[0, 1, -1])
def flash(q, k, v, block=2):
    L, d = q.shape
    O = torch.zeros_like(q); l = torch.zeros(L, 1); m = torch.full((L, 1), -float('inf'))
    for j in range(0, L, block):
        kj, vj = k[j:j + block], v[j:j + block]
        for i in range(0, L, block):
            s = q[i:i + block] @ kj.T / math.sqrt(d)
            mij = s.max(dim=1, keepdim=True)[0]
            mn = torch.maximum(m[i:i + block], mij)
            p = torch.exp(s - mn); a = torch.exp(m[i:i + block] - mn)
            l[i:i + block] = a * l[i:i + block] + p.sum(-1, keepdim=True)
            O[i:i + block] = a * O[i:i + block] + p @ vj
            m[i:i + block] = mn
    return O / l
ref = torch.softmax(q[0, 0] @ k[0, 0].T / 2, -1) @ v[0, 0]
print(torch.allclose(flash(q[0, 0], k[0, 0], v[0, 0]), ref, atol=1e-6), (flash(q[0, 0], k[0, 0], v[0, 0]) - ref).abs().max() < 1e-5)

def sliding(q, k, v, w):
    n = q.size(-2); i = torch.arange(n)
    m = (i[None] > i[:, None]) | (i[:, None] - i[None] >= w)
    return ((q @ k.mT) / q.size(-1) ** .5).masked_fill(m, float('-inf')).softmax(-1)
print(sliding(q, k, v, 3)[0, 0])
chunks = k.unfold(2, 3, 1); print(chunks.shape)
if hasattr(F, 'scaled_dot_product_attention'):
    F.scaled_dot_product_attention(q, k, v)
out, w = F._scaled_dot_product_attention(q, k, v) if hasattr(F, '_scaled_dot_product_attention') and False else (ref, None)
print(F.pad(torch.ones(2, 2), (1, 0, 0, 1), value=-1), F.one_hot(torch.tensor([0, 2]), 3), F.normalize(q[0, 0, :2], dim=-1), F.cosine_similarity(q[0, 0, :2], k[0, 0, :2]), F.gelu(q[0, 0, 0]), F.silu(q[0, 0, 0]), F.softplus(q[0, 0, 0]), F.glu(q[0, 0, 0]), F.log_softmax(q[0, 0, 0], 0), F.layer_norm(q[0, 0], (4,))[0], F.linear(q[0, 0, :1], torch.ones(2, 4), torch.tensor([1., 2])), F.embedding(torch.tensor([1]), torch.eye(3)), F.relu(q[0, 0, 0]), F.leaky_relu(q[0, 0, 0]), F.tanh(q[0, 0, 0]), F.sigmoid(q[0, 0, 0]), F.mse_loss(q, k), F.nll_loss(F.log_softmax(q[0, 0], -1), torch.tensor([0, 1, 2, 3, 0, 1])), F.binary_cross_entropy_with_logits(q, torch.ones_like(q)), F.kl_div(F.log_softmax(q, -1), F.softmax(k, -1), reduction='batchmean'), F.cross_entropy(q[0, 0], torch.tensor([0, 1, 2, 3, -100, 1]), ignore_index=-100), F.cross_entropy(q[0, 0], torch.tensor([0, 1, 2, 3, 0, 1]), label_smoothing=0.1, reduction='none'), F.l1_loss(q, k), F.smooth_l1_loss(q, k), sep="\n")
torch.manual_seed(1); print(F.dropout(torch.ones(2, 5), 0.4), F.dropout(torch.ones(3), 0.5, training=False), nn.Dropout(0.2)(torch.ones(5)))
cols = torch.randn(3, 4); print(torch.cdist(cols, cols), cols.norm(dim=-1), torch.linalg.norm(cols), cols @ cols.T, cols.diag(), torch.trace(cols[:, :3]), cols.flip(0), torch.cumprod(cols, 0)[-1], torch.logsumexp(cols, 1), cols.std(0), cols.var(1, unbiased=False), cols.median(), cols.amax(1), cols.aminmax() if False else "", cols.clamp(-.5, .5), cols.sign(), cols.round(), cols.floor(), cols.rsqrt().isnan().any(), cols.quantile(0.5), cols.histc(4) if False else "", torch.lerp(cols[0], cols[1], 0.5), torch.addmm(torch.ones(3, 3), cols, cols.T), torch.baddbmm(torch.zeros(1, 3, 3), cols[None], cols.T[None], beta=0, alpha=.5), torch.tensordot(cols, cols, dims=([1], [1])), torch.where(cols > 0, cols, torch.zeros(())), cols.nonzero().shape, cols.index_select(1, torch.tensor([0, 2])), cols.take_along_dim(cols.argsort(1), 1), torch.searchsorted(torch.tensor([1, 3, 5]), torch.tensor([2, 5])), cols.ge(0), cols.logical_not(), torch.isclose(cols, cols).all(), cols.movedim(0, 1).shape, cols.tile(2, 1).shape, cols.unflatten(1, (2, 2)).shape, cols.diff(dim=1), sep="\n")
