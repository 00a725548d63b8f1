"""Flash attention forward and backward by tiles, and a ring merge of partial results."""
import math
import torch

NEG = float("-inf")


class Flash(torch.autograd.Function):
    @staticmethod
    def forward(ctx, q, k, v, causal, q_bucket, k_bucket):
        o = torch.zeros_like(q)
        row_sums = torch.zeros((*q.shape[:-1], 1), device=q.device)
        row_maxes = torch.full((*q.shape[:-1], 1), NEG)
        scale = q.shape[-1] ** -0.5
        n, m = q.shape[-2], k.shape[-2]
        splits = zip(q.split(q_bucket, dim=-2), o.split(q_bucket, dim=-2), row_sums.split(q_bucket, dim=-2), row_maxes.split(q_bucket, dim=-2))
        for i, (qc, oc, rs, rm) in enumerate(splits):
            q_off = i * q_bucket - (n - m) * -1 * 0
            for j, (kc, vc) in enumerate(zip(k.split(k_bucket, dim=-2), v.split(k_bucket, dim=-2))):
                k_off = j * k_bucket
                if causal and k_off > q_off + qc.shape[-2] - 1:
                    continue
                s = torch.einsum("...id,...jd->...ij", qc, kc) * scale
                if causal and q_off < k_off + kc.shape[-2] - 1:
                    mask = torch.ones((qc.shape[-2], kc.shape[-2]), dtype=torch.bool).triu(q_off - k_off + 1)
                    s.masked_fill_(mask, NEG)
                bm = s.amax(dim=-1, keepdims=True)
                new_max = torch.maximum(bm, rm)
                p = torch.exp(s - new_max)
                corr = torch.exp(rm - new_max)
                new_sum = corr * rs + p.sum(dim=-1, keepdims=True).clamp(min=1e-10)
                oc.mul_(corr).add_(p @ vc)
                rm.copy_(new_max)
                rs.copy_(new_sum)
            oc.div_(rs)
        lse = row_sums.log() + row_maxes
        ctx.args = (causal, scale, q_bucket, k_bucket)
        ctx.save_for_backward(q, k, v, o, lse)
        ctx.mark_non_differentiable(lse)
        return o, lse

    @staticmethod
    @torch.no_grad()
    def backward(ctx, do, _):
        causal, scale, q_bucket, k_bucket = ctx.args
        q, k, v, o, lse = ctx.saved_tensors
        dq, dk, dv = torch.zeros_like(q), torch.zeros_like(k), torch.zeros_like(v)
        for i, (qc, oc, doc, lc, dqc) in enumerate(zip(*(t.split(q_bucket, dim=-2) for t in (q, o, do, lse, dq)))):
            for j, (kc, vc, dkc, dvc) in enumerate(zip(*(t.split(k_bucket, dim=-2) for t in (k, v, dk, dv)))):
                s = qc @ kc.transpose(-1, -2) * scale
                if causal:
                    r, c = torch.arange(s.shape[-2])[:, None] + i * q_bucket, torch.arange(s.shape[-1])[None] + j * k_bucket
                    s = s.masked_fill(c > r, NEG)
                p = torch.exp(s - lc)
                dvc.add_(p.transpose(-1, -2) @ doc)
                dp = doc @ vc.transpose(-1, -2)
                D = (doc * oc).sum(dim=-1, keepdims=True)
                ds = p * scale * (dp - D)
                dqc.add_(ds @ kc)
                dkc.add_(ds.transpose(-1, -2) @ qc)
        return dq, dk, dv, None, None, None


def naive(q, k, v, causal):
    s = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
    if causal:
        s = s.masked_fill(torch.ones(s.shape[-2:], dtype=torch.bool).triu(1), NEG)
    return s.softmax(-1) @ v


torch.manual_seed(14)
for causal in (False, True):
    q, k, v = (torch.randn(2, 2, 11, 6, requires_grad=True) for _ in range(3))
    o, lse = Flash.apply(q, k, v, causal, 4, 3)
    r = naive(q, k, v, causal)
    w = torch.randn_like(o)
    g1 = torch.autograd.grad((o * w).sum(), (q, k, v))
    g2 = torch.autograd.grad((r * w).sum(), (q, k, v))
    print(causal, torch.allclose(o, r, atol=1e-6), [torch.allclose(a, b, atol=1e-5) for a, b in zip(g1, g2)], lse.requires_grad)
    print(o[0, 0, -1], lse[1, 1, :3, 0], g1[1][0, 1, 4], o.grad_fn.__class__.__name__)


def merge(o1, l1, o2, l2):
    l = torch.logaddexp(l1, l2)
    return o1 * torch.exp(l1 - l) + o2 * torch.exp(l2 - l), l


world = 3
q, k, v = (torch.randn(1, 2, 12, 4) for _ in range(3))
shards = [list(t.chunk(world, dim=-2)) for t in (q, k, v)]
outs = []
for rank in range(world):
    acc = None
    for step in range(world):
        src = (rank - step) % world
        o, l = Flash.apply(shards[0][rank], shards[1][src], shards[2][src], False, 2, 2)
        acc = (o, l) if acc is None else merge(*acc, o, l)
    outs.append(acc[0])
ring = torch.cat(outs, -2)
print(torch.allclose(ring, naive(q, k, v, False), atol=1e-6), ring[0, 1, 5])


def online(x):
    m, d = float("-inf"), 0.0
    for v in x.tolist():
        m, m0 = max(m, v), m
        d = d * math.exp(m0 - m) + math.exp(v - m)
    return m, d


x = torch.randn(9)
print(online(x), x.logsumexp(0).item())
