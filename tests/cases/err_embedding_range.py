# A token outside the table.
import torch
import torch.nn as nn

torch.manual_seed(0)
table = nn.Embedding(4, 2)
print(table(torch.tensor([0, 3])))
print(table(torch.tensor([1, 4])))
