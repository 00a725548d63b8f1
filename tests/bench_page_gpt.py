# What tests/bench_page.py trains: a GPT of one block, 300 steps of AdamW.
import torch
import torch.nn as nn
import torch.nn.functional as F

vocab, B, T, C, H, steps = 27, 16, 8, 32, 4, 300


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(C, 3 * C)
        self.proj = nn.Linear(C, C)
        self.register_buffer("mask", torch.tril(torch.ones(T, T)))

    def forward(self, x):
        q, k, v = self.qkv(x).split(C, dim=2)
        q, k, v = [t.view(B, T, H, C // H).transpose(1, 2) for t in (q, k, v)]
        scores = q @ k.transpose(-2, -1) / (C // H) ** 0.5
        scores = scores.masked_fill(self.mask == 0, float("-inf"))
        y = (F.softmax(scores, dim=-1) @ v).transpose(1, 2).contiguous().view(B, T, C)
        return self.proj(y)


class GPT(nn.Module):
    def __init__(self):
        super().__init__()
        self.tok, self.pos = nn.Embedding(vocab, C), nn.Embedding(T, C)
        self.ln_1, self.ln_2, self.ln = nn.LayerNorm(C), nn.LayerNorm(C), nn.LayerNorm(C)
        self.attn = Attention()
        self.mlp = nn.Sequential(nn.Linear(C, 4 * C), nn.GELU(), nn.Linear(4 * C, C))
        self.head = nn.Linear(C, vocab)

    def forward(self, idx):
        x = self.tok(idx) + self.pos(torch.arange(T))
        x = x + self.attn(self.ln_1(x))
        return self.head(self.ln(x + self.mlp(self.ln_2(x))))


torch.manual_seed(0)
model = GPT()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
for step in range(steps):
    x, y = torch.randint(vocab, (B, T)), torch.randint(vocab, (B, T))
    loss = F.cross_entropy(model(x).view(-1, vocab), y.view(-1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
