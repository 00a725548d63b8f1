# What tests/bench*.{c,sh} measure long runs with: a GPT without training that generates. Its numbers are
# turned with --set.
import torch
import torch.nn as nn
import torch.nn.functional as F

vocab, T, C, H, layers, tokens = 65, 16, 32, 4, 4, 180


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(C, 3 * C)
        self.proj = nn.Linear(C, C)
        self.register_buffer("mask", torch.tril(torch.ones(T, T)).view(1, 1, T, T))

    def forward(self, x):
        B, t, _ = x.shape
        q, k, v = self.qkv(x).split(C, dim=2)
        q = q.view(B, t, H, C // H).transpose(1, 2)
        k = k.view(B, t, H, C // H).transpose(1, 2)
        v = v.view(B, t, H, C // H).transpose(1, 2)
        scores = q @ k.transpose(-2, -1) / (C // H) ** 0.5
        scores = scores.masked_fill(self.mask[:, :, :t, :t] == 0, float("-inf"))
        weights = F.softmax(scores, dim=-1)
        y = (weights @ v).transpose(1, 2).contiguous().view(B, t, C)
        return self.proj(y)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.ln_1, self.ln_2 = nn.LayerNorm(C), nn.LayerNorm(C)
        self.attn = Attention()
        self.mlp = nn.Sequential(nn.Linear(C, 4 * C), nn.GELU(), nn.Linear(4 * C, C))

    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        return x + self.mlp(self.ln_2(x))


class GPT(nn.Module):
    def __init__(self):
        super().__init__()
        self.tok, self.pos = nn.Embedding(vocab, C), nn.Embedding(T, C)
        self.blocks = nn.ModuleList([Block() for _ in range(layers)])
        self.ln = nn.LayerNorm(C)
        self.head = nn.Linear(C, vocab, bias=False)

    def forward(self, idx):
        x = self.tok(idx) + self.pos(torch.arange(idx.size(1)))
        for block in self.blocks:
            x = block(x)
        return self.head(self.ln(x))


torch.manual_seed(0)
model = GPT().eval()
idx = torch.randint(vocab, (1, T))
with torch.no_grad():
    for _ in range(tokens):
        logits = model(idx[:, -T:])[:, -1, :]
        probs = F.softmax(logits, dim=-1)
        idx = torch.cat((idx, torch.multinomial(probs, 1)), dim=1)
print(idx.shape)
