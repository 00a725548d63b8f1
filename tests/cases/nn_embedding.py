# Tokens to vectors, positions added, weights tied.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(21)
table = nn.Embedding(6, 3)
ids = torch.tensor([[0, 2, 5], [1, 1, 4]])
print(table.weight)
out = table(ids)
print(out, out.shape)
print(torch.equal(out, table.weight[ids]), table(torch.tensor(3)), table(torch.tensor([], dtype=torch.long)).shape)
print(F.one_hot(ids, 6).float() @ table.weight)
print(table.num_embeddings, table.embedding_dim, table.padding_idx)
padded = nn.Embedding(4, 2, padding_idx=1)
print(padded.weight[1], padded(torch.tensor([1, 3])))
fixed = nn.Embedding.from_pretrained(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
print(fixed, fixed.weight, fixed(torch.tensor([1, 0, 1])))
free = nn.Embedding.from_pretrained(torch.ones(2, 2), freeze=False)
print(free.weight.requires_grad, F.embedding(torch.tensor([1]), torch.eye(3)))
pos = nn.Embedding(3, 3)
x = table(ids) + pos(torch.arange(ids.shape[1]))
print(x)
head = nn.Linear(3, 6, bias=False)
head.weight = table.weight
logits = head(x)
print(logits.shape, head.weight is table.weight, logits.argmax(-1))
probs = F.softmax(logits[0, -1], dim=-1)
print(probs, probs.sum().item() > 0.999)
nn.init.normal_(table.weight, 0.0, 0.02)
print(head.weight[0])
