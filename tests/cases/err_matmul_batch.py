# matmul whose leading axes do not broadcast.
import torch

a = torch.ones(2, 4, 3, 5)
b = torch.ones(3, 5, 2)
print((a[:, :3] @ b).shape)
print((a @ b[:1]).shape)
print((a @ b).shape)
