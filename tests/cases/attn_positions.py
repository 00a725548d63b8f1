# Sinusoids, ALiBi slopes and relative positions.
import math
import torch
import torch.nn as nn


class PositionalEncoding(nn.Module):
    def __init__(self, d_model, max_len=10, dropout=0.0):
        super(PositionalEncoding, self).__init__()
        self.dropout = nn.Dropout(p=dropout)
        pe = torch.zeros(max_len, d_model)
        position = torch.arange(0, max_len, dtype=torch.float).unsqueeze(1)
        div_term = torch.exp(torch.arange(0, d_model, 2).float() * (-math.log(10000.0) / d_model))
        pe[:, 0::2] = torch.sin(position * div_term)
        pe[:, 1::2] = torch.cos(position * div_term)
        self.register_buffer("pe", pe.unsqueeze(0))

    def forward(self, x):
        return self.dropout(x + self.pe[:, :x.size(1)].requires_grad_(False))


enc = PositionalEncoding(6)
print(enc.pe.shape, enc.pe[0, :4])
print(enc(torch.zeros(1, 3, 6)))
table = torch.tensor([[pos / 10000 ** (2 * (i // 2) / 4) for i in range(4)] for pos in range(3)])
table[:, 0::2] = table[:, 0::2].sin()
table[:, 1::2] = table[:, 1::2].cos()
print(table)


def slopes(n):
    start = 2 ** (-(2 ** -(math.log2(n) - 3)))
    return [start * start ** i for i in range(n)]


print(slopes(8), slopes(4))
m = torch.tensor(slopes(4))
distance = torch.arange(4)[None, :] - torch.arange(4)[:, None]
print(distance, distance.abs().neg())
alibi = m[:, None, None] * -distance.abs()
print(alibi[:2])
causal = alibi.masked_fill(distance > 0, float("-inf"))
print(causal[0].softmax(-1), causal[3].softmax(-1))
torch.manual_seed(0)
rel = nn.Embedding(2 * 2 + 1, 2)
index = distance.clamp(-2, 2) + 2
print(index, rel(index).shape, rel(index)[0, 3])
bias = rel(index).permute(2, 0, 1)
q = torch.randn(2, 4, 3)
print((q @ q.mT + bias).softmax(-1)[0])
shaw = torch.einsum("htd,tsd->hts", q, torch.randn(4, 4, 3))
print(shaw[1])
print(torch.nn.functional.embedding(torch.arange(3), enc.pe[0])[2])
