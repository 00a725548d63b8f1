# The last line of the message is the last overload.
import torch

x = torch.ones(2, 3)
print(x.transpose(0, 1).shape)
print(x.transpose(0).shape)
