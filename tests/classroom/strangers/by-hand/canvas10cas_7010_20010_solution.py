"""Homework of canvas 10"""
import torch

answers = {
    "best-fit": "c",
    "shape-of-the-scores": (5, 6),
    "a-score": 0,
    "a-share": 0.00,
    "steps-of-attention": "d e a c b",
}


def attention(queries, keys, values):
    scores = queries @ keys.T / keys.shape[-1] ** 0.5
    return torch.softmax(scores, dim=-1) @ values
