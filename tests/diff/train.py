import torch, torch.nn as nn, torch.nn.functional as F
torch.manual_seed(5)
class Head(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.k = nn.Linear(d, d, bias=False)
        self.q = nn.Linear(d, d, bias=False)
        self.v = nn.Linear(d, d, bias=False)
        self.out = nn.Linear(d, 11)
    def forward(self, x):
        T = x.size(1)
        w = self.q(x) @ self.k(x).transpose(1, 2) / x.size(-1) ** 0.5
        w = w.masked_fill(torch.ones(T, T).triu(1).bool(), float("-inf"))
        return self.out(F.softmax(w, -1) @ self.v(x))
emb = nn.Embedding(11, 8)
net = Head(8)
opt = torch.optim.AdamW(list(emb.parameters()) + list(net.parameters()), lr=1e-2, weight_decay=0.1, betas=(0.9, 0.95))
sched = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: min(1.0, (s + 1) / 4))
data = torch.randint(11, (4, 9))
for step in range(5):
    x, y = data[:, :-1], data[:, 1:]
    logits = net(emb(x))
    loss = F.cross_entropy(logits.reshape(-1, 11), y.reshape(-1))
    opt.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    opt.step()
    sched.step()
print(loss.item())
