"""
best-fit: d
shape-of-the-scores: (4, 5)
a-score: 0
a-share: 0.24
steps-of-attention: a e d c b
"""
import torch


def attention(queries, keys, values):
    """Scaled dot product. a-share: 0.5"""
    scores = queries @ keys.T / keys.shape[-1] ** 0.5
    return torch.softmax(scores, dim=-1) @ values
