# A quotient is no size.
import torch

d_model, heads = 8, 2
x = torch.zeros(4, d_model)
print(x.view(4, heads, d_model // heads).shape)
print(x.view(4, heads, d_model / heads).shape)
