# A write in place is seen by every view of the storage.
import torch

x = torch.zeros(2, 3)
row, col, flat, turned = x[0], x[:, 1], x.view(-1), x.t()
row.fill_(1)
print(x)
col.add_(10)
print(x, row, flat)
flat[5] = -1
print(x, turned)
turned.mul_(2)
print(x)
x += 1
print(row, col)
y = x
y -= 1
print(x is y, x)
y = y - 1
print(x is y, x[0])
z = x.clone()
z.zero_()
print(x.sum(), z.sum())
c = x.t().contiguous()
c[0, 0] = 99
print(x[0, 0])
r = x.reshape(3, 2)
r[0, 0] = 77
print(x)
d = x.detach()
d[1, 1] = 55
print(x)
x.data[0, 1] = 44
print(x)
e = torch.tensor([[1.0], [2.0]]).expand(2, 3)
print(e + x)
x.copy_(torch.arange(3.0))
print(x)
x.clamp_(min=1).sub_(0.5).div_(0.5).pow_(2).sqrt_()
print(x)
x.neg_().abs_().exp_().log_()
print(x)
print(x.masked_fill_(x > 2, 0).unsqueeze_(0).shape, x.shape)
x.squeeze_(0).transpose_(0, 1)
print(x.shape, x.stride())
x.relu_().sigmoid_().tanh_()
print(x)
a = torch.ones(3)
b = a
a *= 4
a /= 8
a **= 2
print(b, a.eq_(0.25))
print(torch.arange(4.0).fill_(2).cumsum(0), torch.ones(2, 2).tril_(), torch.ones(2, 2).triu_(1))
