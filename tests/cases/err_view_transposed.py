# view across axes that a transpose has parted.
import torch

x = torch.arange(24).view(2, 3, 4)
y = x.transpose(1, 2)
print(y.shape, y.stride(), y.is_contiguous())
print(y.reshape(2, 12))
print(y.contiguous().view(2, 12))
print(torch.ones(2, 1, 4).transpose(1, 2).view(2, 4).shape)
print(y.view(2, 12))
