# Products of every rank.
import torch

v, w = torch.tensor([1.0, 2.0, 3.0]), torch.tensor([0.5, -1.0, 2.0])
m = torch.arange(6.0).reshape(2, 3)
n = torch.arange(12.0).reshape(3, 4) - 5
print(v @ w, torch.dot(v, w), torch.matmul(v, w), torch.inner(v, w))
print(m @ v, torch.mv(m, v), m.matmul(v), v @ n)
print(m @ n, torch.mm(m, n), m.mm(n))
b = torch.arange(12.0).reshape(2, 2, 3)
c = torch.arange(24.0).reshape(2, 3, 4) / 2
print(b @ c, torch.bmm(b, c).equal(b @ c))
print(b @ n)
print(m @ c)
print(b @ v, (v @ c))
q = torch.arange(24.0).reshape(1, 2, 3, 4) / 10
k = torch.arange(24.0).reshape(1, 2, 3, 4) / 5
s = q @ k.transpose(-2, -1)
print(s, s.shape)
print((q @ torch.ones(4)).shape, (torch.ones(2, 1, 3, 4) @ torch.ones(5, 4, 2)).shape, (torch.ones(3) @ q.transpose(-1, -2).mT).shape)
i = torch.arange(4).reshape(2, 2)
print(i @ i, i @ torch.tensor([1, 2]), torch.matmul(i.double(), i.double()))
print(m.t() @ m, m @ m.T)
print(torch.outer(v, w), torch.ger(v, w[:2]))
print(torch.addmm(torch.ones(2, 4), m, n), torch.baddbmm(torch.zeros(1), b, c)[0], torch.addmm(torch.ones(2, 4), m, n, beta=2, alpha=0.5))
print(torch.tensordot(m, n, dims=1), torch.tensordot(b, c, dims=([2], [1])).shape)
print(torch.linalg.norm(v), torch.norm(v), v.norm(p=1), torch.norm(m, dim=1))
print(torch.trace(n[:, :3]))

# What is added may lie transposed; the sum is contiguous.
for deep in (4, 400):
    base = torch.arange(12.0).view(4, 3).t()
    left, right = torch.arange(3.0 * deep).view(3, deep) % 5, torch.arange(4.0 * deep).view(deep, 4) % 3
    for beta, alpha in ((1, 1), (0.5, 2), (1, 2), (0, 2)):
        total = torch.addmm(base, left, right, beta=beta, alpha=alpha)
        print(total.stride(), torch.equal(total, beta * base + alpha * (left @ right)))
        batch = torch.baddbmm(base.expand(2, 3, 4), left.expand(2, 3, deep), right.expand(2, deep, 4), beta=beta, alpha=alpha)
        print(batch.stride(), torch.equal(batch[1], total))
