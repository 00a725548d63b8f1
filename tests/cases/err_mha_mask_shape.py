# A causal mask of the wrong size.
import torch
import torch.nn as nn

mha = nn.MultiheadAttention(4, 2, batch_first=True)
x = torch.ones(1, 3, 4)
print(mha(x, x, x, attn_mask=torch.zeros(3, 3))[1])
mha(x, x, x, attn_mask=torch.zeros(4, 4))
