# The same masks built in many ways, padding, windows, blocks.
import torch, numpy as np
T = 5
m1 = torch.tril(torch.ones(T, T))
m2 = torch.ones(T, T).triu(diagonal=1).bool()
m3 = torch.full((T, T), float('-inf')).triu_(1)
m4 = torch.arange(T)[None, :] <= torch.arange(T)[:, None]
m5 = torch.from_numpy(np.tril(np.ones((T, T), dtype=bool)))
m6 = (torch.triu(torch.ones(T, T)) == 1).transpose(0, 1)
m6 = m6.float().masked_fill(m6 == 0, float('-inf')).masked_fill(m6 == 1, float(0.0))
m7 = torch.nn.Transformer.generate_square_subsequent_mask(T)
m8 = torch.zeros(T, T)
for i in range(T):
    for j in range(T):
        if j > i:
            m8[i, j] = -1e9
m9 = torch.tensor([[1 if j <= i else 0 for j in range(T)] for i in range(T)])
m10 = torch.empty(T, T).fill_(-np.inf).triu_(1)
m11 = ~torch.ones(T, T, dtype=torch.bool).tril()
for m in (m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11):
    print(m, m.dtype)
print((m1.bool() == m4).all(), torch.equal(m3, m7), torch.equal(m2, m11))
lengths = torch.tensor([3, 5, 1])
pad = torch.arange(5)[None, :] >= lengths[:, None]
print(pad)
print(pad[:, None, None, :].shape, pad.unsqueeze(1).unsqueeze(2).expand(3, 2, 5, 5).shape)
print(torch.arange(5).expand(3, 5) < lengths.unsqueeze(1))
ids = torch.tensor([[5, 6, 0, 0], [7, 0, 0, 0]])
mask = (ids != 0)
print(mask, mask.sum(-1), mask.long(), (ids == 0).nonzero(), mask.float().unsqueeze(-1).mean(1))
ext = (1.0 - mask[:, None, None, :].float()) * -10000.0
print(ext)
print((1.0 - mask.float()) * torch.finfo(torch.float32).min)
w = 2
band = (torch.arange(T)[:, None] - torch.arange(T)[None]).abs() <= w
print(band.int())
win = torch.ones(T, T).tril().triu(-w)
print(win)
causal_pad = mask[:, None, None, :] & torch.ones(4, 4).tril().bool()[None, None]
print(causal_pad.shape, causal_pad)
print(torch.logical_and(mask.unsqueeze(1), mask.unsqueeze(2)))
blk = torch.block_diag(torch.ones(2, 2), torch.ones(3, 3))
print(blk)
dil = (torch.arange(T)[:, None] - torch.arange(T)) % 2 == 0
print(dil.byte())
print(torch.finfo(torch.float32), torch.finfo(torch.float16).min, torch.iinfo(torch.int64).max)
print(m1.masked_fill(m1 == 0, float('-inf')).softmax(-1))
print(m1 / m1.sum(1, keepdim=True))
print(m7.dtype, m7[0], torch.isinf(m7).sum(), m7.isneginf().any() if hasattr(m7, 'isneginf') else '')
i, j = torch.triu_indices(4, 4, 1)
print(i, j)
z = torch.zeros(4, 4); z[i, j] = float('-inf'); print(z)
print(torch.tril_indices(3, 3))
seg = torch.tensor([0, 0, 1, 1, 2])
print((seg[:, None] == seg[None, :]).float())
