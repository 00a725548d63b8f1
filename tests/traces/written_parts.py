# parts of tensors that are written through indices with operators in them; einsum with words as axes
import torch
from einops import einsum

x = torch.zeros(2, 3, 4)
r = torch.tensor(1)
i, k = 1, 0
x[i, :, k * 2:(k + 1) * 2] += 1.0
y = torch.zeros(4)
y[k + 1] += 2
y[1:k + 3] *= 3
delta, A = torch.ones(2, 6, 3), torch.ones(3, 2)
z = einsum(delta, A, "batch len dim, dim state -> batch len dim state").sum(-1)
