# -1e9 does not fit into float16: the mask of many attention classes.
import torch

scores = torch.zeros(2, 2).half()
mask = torch.tril(torch.ones(2, 2))
print(scores.masked_fill(mask == 0, float("-inf")))
print(scores.masked_fill(mask == 0, -1e4))
print(scores.masked_fill(mask == 0, -1e9))
