# One letter, two sizes.
import torch

q, k = torch.ones(2, 3, 4), torch.ones(2, 5, 4)
print(torch.einsum("bqd,bkd->bqk", q, k).shape)
print(torch.einsum("bqd,bqd->bq", q, q))
print(torch.einsum("bqd,bqd->bq", q, k))
