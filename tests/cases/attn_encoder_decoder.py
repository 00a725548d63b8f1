# The annotated-transformer style: clones, sublayers, encoder and decoder.
import copy
import math
import torch
import torch.nn as nn


def clones(module, n):
    return nn.ModuleList([copy.deepcopy(module) for _ in range(n)])


def attention(query, key, value, mask=None, dropout=None):
    d_k = query.size(-1)
    scores = torch.matmul(query, key.transpose(-2, -1)) / math.sqrt(d_k)
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -1e9)
    p_attn = scores.softmax(dim=-1)
    if dropout is not None:
        p_attn = dropout(p_attn)
    return torch.matmul(p_attn, value), p_attn


class MultiHeadedAttention(nn.Module):
    def __init__(self, h, d_model, dropout=0.1):
        super(MultiHeadedAttention, self).__init__()
        assert d_model % h == 0
        self.d_k, self.h, self.attn = d_model // h, h, None
        self.linears = clones(nn.Linear(d_model, d_model), 4)
        self.dropout = nn.Dropout(p=dropout)

    def forward(self, query, key, value, mask=None):
        if mask is not None:
            mask = mask.unsqueeze(1)
        n = query.size(0)
        query, key, value = [lin(x).view(n, -1, self.h, self.d_k).transpose(1, 2)
                             for lin, x in zip(self.linears, (query, key, value))]
        x, self.attn = attention(query, key, value, mask=mask, dropout=self.dropout)
        return self.linears[-1](x.transpose(1, 2).contiguous().view(n, -1, self.h * self.d_k))


class Sublayer(nn.Module):
    def __init__(self, size, dropout):
        super().__init__()
        self.norm, self.dropout = nn.LayerNorm(size), nn.Dropout(dropout)

    def forward(self, x, sublayer):
        return x + self.dropout(sublayer(self.norm(x)))


class Layer(nn.Module):
    def __init__(self, size, h, cross=False):
        super().__init__()
        self.self_attn = MultiHeadedAttention(h, size)
        self.src_attn = copy.deepcopy(self.self_attn) if cross else None
        self.ff = nn.Sequential(nn.Linear(size, 2 * size), nn.ReLU(), nn.Linear(2 * size, size))
        self.sub = clones(Sublayer(size, 0.1), 3 if cross else 2)

    def forward(self, x, mask, memory=None, memory_mask=None):
        x = self.sub[0](x, lambda x: self.self_attn(x, x, x, mask))
        if self.src_attn is not None:
            x = self.sub[1](x, lambda x: self.src_attn(x, memory, memory, memory_mask))
        return self.sub[-1](x, self.ff)


torch.manual_seed(55)
encoder, decoder = clones(Layer(4, 2), 2), clones(Layer(4, 2, cross=True), 1)
src, tgt = torch.randn(1, 5, 4), torch.randn(1, 3, 4)
src_mask = torch.tensor([[[1, 1, 1, 1, 0]]])
tgt_mask = torch.tril(torch.ones(1, 3, 3)).type(torch.uint8)
print(tgt_mask, tgt_mask == 0)
memory = src
for layer in encoder.eval():
    memory = layer(memory, src_mask)
    print(memory)
out = decoder.eval()[0](tgt, tgt_mask, memory, src_mask)
print(out, decoder[0].src_attn.attn)
print(decoder.train()[0](tgt, tgt_mask, memory, src_mask))
print(torch.equal(encoder[0].ff[0].weight, encoder[1].ff[0].weight), sum(1 for _ in decoder.parameters()))
print(decoder[0].self_attn)
