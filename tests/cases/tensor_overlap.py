# A tensor written from one that shares its memory: refused where both are dense, else written in the
# order of memory, so that values smear; 64 bytes that lie side by side are read before they are written.
import torch


def fresh(*shape, dtype=torch.float32):
    return torch.arange(torch.Size(shape).numel()).to(dtype).view(shape)


x = fresh(5, 4)
x[1:, :2] = x[:-1, :2]
print(x)
x = fresh(5, 4)
x[:-1, :2] = x[1:, :2]
print(x)
for dtype in (torch.float32, torch.int64, torch.uint8):
    for width in (6, 17, 20, 70):
        x = fresh(2, width, dtype=dtype)
        x[:, 1:] = x[:, :-1]
        print(x.tolist())
        x = fresh(2, width, dtype=dtype)
        x[:, 1:] += x[:, :-1]
        print(x.tolist())
        x = fresh(2, width, dtype=dtype)
        x[:, :-1] = x[:, 1:2]
        print(x[0].tolist(), x[1].sum().item())
x = fresh(3, 20)
x[1:, 1:] = x[:-1, :-1]
print(x.tolist())
x = fresh(2, 3, 6)
x[:, 1:, :] = x[:, :-1, :]
print(x)
x = fresh(2, 3, 6)
x[:, 1:] -= x[:, :2]
print(x)
x = fresh(6, 6)
x[:5, :5] = x[:5, :5].t()
print(x)
x = fresh(20, 6).t()[:4]
x[:, 2::2] = x[:, :-2:2]
print(x)
x = fresh(4, 4)
for write in (lambda: x[1:].copy_(x[:-1]), lambda: x.copy_(x.t()), lambda: x[:, :].add_(x[0])):
    try:
        write()
    except RuntimeError as problem:
        print(problem)
