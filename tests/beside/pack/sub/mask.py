import torch
from ..names import WORDS
def causal(n):
    return torch.triu(torch.ones(n, n), diagonal=1).bool()
