# A name never bound.
import torch

def forward(x):
    scores = x @ x.T
    return softmaxed_scores


print(torch.ones(1, 2).sum())
forward(torch.ones(1, 2))
