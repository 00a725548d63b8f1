def causal_mask(n):
    return torch.ones(n, n).triu(diagonal=1).bool()
