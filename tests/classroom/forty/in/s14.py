# lesson: forty
# sheet: 6FFC-788R
# shape-of-scores: (2, 3, 5)
# one-share: 0.10
# why-heads: b
# steps-in-order: c b a d
# wrong-line: line 3
import torch
scaled = scores / 4 ** 0.5
powers = torch.exp(scaled)
shares = powers / powers.sum(dim=-1, keepdim=True)


def causal_mask(n):
    return torch.ones(n, n).triu(diagonal=1).bool()
