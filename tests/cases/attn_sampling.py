# Choosing the next token: top-k, top-p, temperature, beams, penalties.
import torch
import torch.nn.functional as F
torch.manual_seed(3)
logits = torch.randn(2, 10) * 3

def top_k_logits(logits, k):
    v, _ = torch.topk(logits, k)
    out = logits.clone()
    out[out < v[:, [-1]]] = -float('Inf')
    return out

def top_p(logits, p=0.9):
    sorted_logits, sorted_idx = torch.sort(logits, descending=True, dim=-1)
    cum = torch.cumsum(F.softmax(sorted_logits, dim=-1), dim=-1)
    remove = cum > p
    remove[..., 1:] = remove[..., :-1].clone()
    remove[..., 0] = 0
    idx_remove = remove.scatter(1, sorted_idx, remove)
    return logits.masked_fill(idx_remove, float('-inf'))

print(top_k_logits(logits, 3))
print(top_p(logits, 0.8))
for temp in [0.5, 1.0, 2.0]:
    probs = F.softmax(logits / temp, -1)
    print(f"T={temp}", probs.max(-1).values, torch.multinomial(probs, 3))
print(torch.multinomial(torch.tensor([0.1, 0.2, 0.7]), 10, replacement=True))
print(logits.topk(3))
print(logits.topk(2, largest=False, sorted=True).indices)
print(torch.sort(logits[0]))
print(torch.argsort(logits, dim=-1, descending=True))
print(torch.argmax(logits, dim=-1, keepdim=True), logits.argmax())
g = torch.Generator().manual_seed(7)
print(torch.multinomial(F.softmax(logits, -1), 2, generator=g))
gumbel = -torch.log(-torch.log(torch.rand_like(logits)))
print((logits + gumbel).argmax(-1))
def beam(logp, width=2, steps=3):
    seqs = [([], 0.0)]
    for _ in range(steps):
        cand = []
        for s, sc in seqs:
            for t in range(logp.size(-1)):
                cand.append((s + [t], sc + logp[t].item()))
        seqs = sorted(cand, key=lambda x: x[1], reverse=True)[:width]
    return seqs
for s, sc in beam(F.log_softmax(logits[0], -1)):
    print(s, round(sc, 4))
rep = logits.clone()
seen = torch.tensor([[1, 2], [3, 4]])
sc = torch.gather(rep, 1, seen)
sc = torch.where(sc < 0, sc * 1.2, sc / 1.2)
rep.scatter_(1, seen, sc)
print(rep)
print(torch.bincount(torch.tensor([1, 1, 3])), torch.unique(torch.tensor([3, 1, 1, 2]), return_counts=True))
print(F.gumbel_softmax(logits, tau=1, hard=True))
print(torch.distributions.Categorical(logits=logits).sample() if False else '')
print(torch.softmax(logits, -1).sum(-1), (-(probs * probs.log()).sum(-1)))
