import torch, torch.nn as nn
torch.manual_seed(4)
emb = nn.Embedding(7, 6)
head = nn.Linear(6, 7, bias=False)
head.weight = emb.weight
with torch.no_grad():
    for weight in nn.ModuleList([emb, head]).parameters():
        weight.normal_()
x = emb(torch.tensor([3, 1, 4, 1, 5]))
x = (x - x.mean(-1, keepdim=True)) / torch.sqrt(x.var(-1, keepdim=True, unbiased=False) + 1e-5)
print(head(x))
