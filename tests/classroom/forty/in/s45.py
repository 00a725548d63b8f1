"""
why-heads: a
steps-in-order: b c d a
"""
import torch

shape_of_scores = (2, 3, 5)
one_share = 0.10
wrong_line = 3

def causal_mask(n):
    return torch.ones(n, n).triu(diagonal=1).bool()
