# A small GPT: blocks before the norm, causal attention, tied to nothing, greedy and sampled words.
from dataclasses import dataclass

import torch
import torch.nn as nn
from torch.nn import functional as F


@dataclass
class Config:
    vocab: int = 11
    block: int = 6
    layers: int = 2
    heads: int = 2
    width: int = 8
    dropout: float = 0.0


class Attention(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.c_attn = nn.Linear(c.width, 3 * c.width)
        self.c_proj = nn.Linear(c.width, c.width)
        self.n = c.heads
        self.register_buffer("bias", torch.tril(torch.ones(c.block, c.block)).view(1, 1, c.block, c.block))

    def forward(self, x):
        B, T, C = x.size()
        q, k, v = self.c_attn(x).split(C, dim=2)
        q, k, v = [z.view(B, T, self.n, C // self.n).transpose(1, 2) for z in (q, k, v)]
        att = (q @ k.transpose(-2, -1)) * k.size(-1) ** -0.5
        att = F.softmax(att.masked_fill(self.bias[:, :, :T, :T] == 0, float("-inf")), dim=-1)
        return self.c_proj((att @ v).transpose(1, 2).contiguous().view(B, T, C))


class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.ln_1, self.attn, self.ln_2 = nn.LayerNorm(c.width), Attention(c), nn.LayerNorm(c.width)
        self.mlp = nn.Sequential(nn.Linear(c.width, 4 * c.width), nn.GELU(), nn.Linear(4 * c.width, c.width), nn.Dropout(c.dropout))

    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        return x + self.mlp(self.ln_2(x))


class GPT(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.c = c
        self.wte, self.wpe = nn.Embedding(c.vocab, c.width), nn.Embedding(c.block, c.width)
        self.blocks = nn.Sequential(*[Block(c) for _ in range(c.layers)])
        self.ln_f, self.head = nn.LayerNorm(c.width), nn.Linear(c.width, c.vocab, bias=False)

    def forward(self, idx, targets=None):
        x = self.wte(idx) + self.wpe(torch.arange(idx.size(1)))
        logits = self.head(self.ln_f(self.blocks(x)))
        loss = None if targets is None else F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1))
        return logits, loss

    @torch.no_grad()
    def generate(self, idx, steps, sample=False):
        for _ in range(steps):
            logits, _ = self(idx[:, -self.c.block:])
            probs = F.softmax(logits[:, -1, :], dim=-1)
            nxt = torch.multinomial(probs, num_samples=1) if sample else probs.argmax(dim=-1, keepdim=True)
            idx = torch.cat((idx, nxt), dim=1)
        return idx


torch.manual_seed(1337)
config = Config()
model = GPT(config)
print(config, sum(p.numel() for p in model.parameters()))
print(model.blocks[0])
idx = torch.randint(0, config.vocab, (2, 4))
logits, loss = model(idx, idx)
print(idx, logits.shape, loss)
print(logits[0, -1], logits[1, 0])
print(model.generate(idx[:1], 5), model.generate(idx, 5, sample=True))
