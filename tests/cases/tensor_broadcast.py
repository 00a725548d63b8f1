# Shapes that stretch.
import torch

a = torch.arange(3.0)
b = torch.arange(2.0).unsqueeze(1) * 10
print(a + b)
print(a[:, None] - a[None, :])
print((torch.ones(2, 1, 4) * torch.ones(3, 1)).shape)
print((torch.ones(5, 1, 1) + torch.ones(1, 2, 3)).shape)
print((torch.zeros(0, 3) + torch.ones(1, 3)).shape, (torch.ones(1) + torch.zeros(0)).shape)
print(a + 1, 2 * a, a / 2, 1 / (a + 1), 2 - a, a // 2, a % 2, 7 // (a + 1), -7 % (a + 2), 2 ** a)
print(a == torch.tensor([0.0, 5.0, 2.0]), a < 1, a >= torch.tensor(1), a != 0, 1 > a)
print(torch.maximum(a, torch.tensor(1.0)), torch.minimum(a, b))
print(a.expand(2, 3), a.expand(2, 2, 3).shape, torch.ones(1, 3).expand(4, -1).shape)
print(torch.broadcast_to(a, (2, 3)), a.expand_as(torch.zeros(2, 3)))
print([t.shape for t in torch.broadcast_tensors(a, b)], torch.broadcast_shapes((2, 1), (3,)))
print(a.repeat(2), a.repeat(2, 1), a.repeat(2, 2).shape, a.repeat(1, 1, 2).shape, torch.tile(a, (2,)))
print(a.repeat_interleave(2), torch.repeat_interleave(b, 2, dim=0), torch.repeat_interleave(b, repeats=2, dim=1))
print(torch.repeat_interleave(a, torch.tensor([1, 0, 2])))
mask = torch.tensor([[True, False, False], [True, True, False]])
scores = torch.ones(2, 2, 2, 3)
print(scores.masked_fill(mask[:, None, None, :] == 0, -9.0))
print(torch.where(mask, a, b), torch.where(mask, 1.0, 0.0), torch.where(a > 1, a, -1.0))
print(torch.outer(a, a), torch.einsum("i,j->ij", a, a).equal(a[:, None] * a))
