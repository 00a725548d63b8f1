"""Slices with a negative step, flip and rot90 are views: what is written on either side is seen on the
other, and strides are below 0. PyTorch takes no such array."""
import numpy as np
import torch

a = np.arange(6.0)
b = a[::-1]
a[0] = 10
print(b, b.strides, b.base is a, b.flags.owndata, b.flags.c_contiguous)
b[0] = 20
b[1:3] += 100
print(a, b[1:3].strides, b[::-1].strides, b[::-2], b[4:1:-2])
b *= 2
np.add(b, 1, out=b)
print(a)
b.sort()
print(a, b)
b.fill(3)
a[1] = 5
print(a, b, np.shares_memory(a, b), np.may_share_memory(a[:2], b[:2]))
w = np.arange(4)
w = w[::-1]
w[1] = 7
w -= 1
print(w, w.base, w.tolist(), w.copy().strides, [int(v) for v in w])

m = np.arange(12).reshape(3, 4)
for v in (np.flip(m), np.flip(m, 0), np.fliplr(m), np.flipud(m), np.rot90(m), np.rot90(m, 2), np.rot90(m, 3),
          m[::-1, ::2], m[:, ::-1].T, m.T[::-1], m[1, ::-1]):
    print(v.shape, v.strides, v.ravel().tolist(), v.sum(0).tolist(), v.base is not None)
f = np.flip(m, 1)
m[0, 0] = 99
print(f)
f[2] = -1
f[:, 0] = [7, 8, 9]
f[[0, 1], ::-1] = 0
print(m)
m[::-1] = np.arange(12).reshape(3, 4)
m[:, ::-1] += np.arange(4)
m[::-1, [0, 2]] = 5
m[m[:, ::-1] > 9] = 0
print(m)
print(m[::-1][[0, 1]], m[::-1][m[::-1] > 4], np.where(m[::-1] > 4, m, m[:, ::-1]))

r = np.arange(8)[::-1]
for v in (r.reshape(2, 4), r.reshape(2, 2, 2), r.T, np.squeeze(r[None]), r.ravel(),
          np.broadcast_to(r, (2, 8)), r[:4].reshape(2, 2).T, m[::-1].reshape(-1), np.transpose(m[::-1])):
    print(v.shape, v.strides, np.shares_memory(v, r), v.tolist())
print((r + r).strides, np.exp(r[:2]), r @ r, np.dot(m[::-1], m[:, ::-1].T), np.concatenate([r, r[::-1]]))
print((m[::-1] * 1.0).strides, (m.T[::-1] * 1.0).strides, m.T[::-1].copy().strides, np.zeros_like(m.T[::-1]).strides)
print(np.cumsum(r), np.argsort(r), np.sort(r), np.unique(r), np.searchsorted(r[::-1], 3), np.diff(r), r.max(), r.argmax())
print(np.einsum("i,i->", r, r), np.outer(r[:2], r[:3]), np.roll(r, 1), np.repeat(r[:2], 2), np.tile(r[:2], 2))
print(np.linalg.norm(r * 1.0), np.array_equal(r[::-1], np.arange(8)), np.asarray(r) is r, r.astype(float).strides)
print(np.array(r).strides, np.ascontiguousarray(r).strides, list(r), np.stack([r, r]).shape, repr(r[::-1]), f"{r}")
for one in np.array_split(r, 3) + list(np.flip(m, 0)):
    print(one, one.strides)
print(np.arange(1)[::-1].strides)
np.random.seed(0)
np.random.shuffle(r)
print(r, r.base)


def said(make):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, error)


x = np.arange(3.0, dtype=np.float32)
i = np.arange(3)[::-1]
for make in (torch.from_numpy, torch.tensor, torch.as_tensor, torch.Tensor, torch.FloatTensor,
             lambda v: torch.arange(4)[i], lambda v: torch.ones(3) + v, lambda v: v + torch.ones(3),
             lambda v: torch.from_numpy(v.copy()), lambda v: torch.from_numpy(v[:0][::-1])):
    said(lambda: make(x[::-1]))
t = torch.arange(4)
n = t.numpy()[::-1]
n[0] = 50
print(t, n)
t += 1
print(n)
