import numpy as np
import torch

x = np.full(12, 0.1, dtype=np.float32)
print(np.cumsum(x), x.cumsum()[-1], np.cumprod(x + 1)[-1])
print(repr(x.cumsum(dtype=np.float64)[-1]), x.cumsum(dtype=np.float64).dtype, np.cumprod(x + 1, dtype=np.float64)[-1])
y = (np.arange(24, dtype=np.float32).reshape(4, 6) / 7).T
print(np.cumsum(y, axis=0)[-1], np.cumsum(y, axis=1)[:, -1], np.cumsum(y)[-1])
print(np.cumsum(np.array([1, 2, 3], dtype=np.int8), dtype=np.int8), np.cumsum([True, True]), np.cumsum(np.array([1.5, 2.5]), dtype=int))
print(torch.full((12,), 0.1).cumsum(0)[-1].item())
torch.manual_seed(0)
a, w, b = torch.randn(20, 24), torch.randn(24, 24), torch.randn(20, 24)
r = torch.linalg.multi_dot([a, w, b.T])
print(torch.equal(r, (a @ w) @ b.T), torch.equal(r, a @ (w @ b.T)))
