# Rows picked by a tensor of ids: the ids may be written before, and not between forward and backward.
import torch

torch.manual_seed(0)
table = torch.randn(5, 3, requires_grad=True)
ids = torch.zeros(2, 4, dtype=torch.long)
for place, row in enumerate(ids):
    row[:3] = torch.tensor([1, 4, place])
loss = (table[ids] ** 2).sum()
loss.backward()
print(table.grad)

picked = table[ids].sum()
ids[0, 0] = 2
try:
    picked.backward()
except RuntimeError as error:
    print(str(error).split(" Hint")[0])

mask = torch.tensor([True, False, True, False, True])
kept = table[mask].mean()
kept.backward()
print(table.grad)
