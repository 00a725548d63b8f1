# max_norm: rows that are read are cut to a length, in the table; gradients go on as ever.
import torch
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

torch.manual_seed(0)
table = nn.Embedding(6, 4, max_norm=1.0)
print(table)
print(table.weight.norm(dim=1))
words = torch.tensor([[0, 2], [2, 5]])
out = table(words)
print(out, table.weight.norm(dim=1))
loss = (out * torch.arange(4.)).sum()
loss.backward()
print(table.weight.grad)
torch.optim.SGD(table.parameters(), lr=0.5).step()
print(table(words))
print(nn.Embedding(5, 3, max_norm=0.5, norm_type=1)(torch.arange(5)))
try:
    DDP(nn.Linear(2, 2))
except RuntimeError as error:
    print(error)
