# np.float16, np.int8, np.int16.
import torch
import numpy as np
a = np.array([1.5, 2.25, 0.1], dtype=np.float16)
print(a, repr(a), a.dtype, a + 1, a * 2.5, a.sum(), a.mean(), np.exp(a), a.astype(np.int8), np.float16(0.1), repr(np.int8(5)))
print(np.array([1, 2], dtype=np.int8) + 1, np.array([100], dtype=np.int8) * 2, np.array([100], dtype=np.int16) * 1000, (np.array([100], dtype=np.int8) + 1000).dtype)
print(torch.from_numpy(a), torch.tensor(a), a @ a, (a[:, None] @ a[None]).dtype, np.finfo(np.float16).max, np.iinfo(np.int8), np.iinfo(np.int16).min)
print(np.sqrt(np.array([4], dtype=np.int8)).dtype, np.sqrt(np.array([4], dtype=np.int16)).dtype, (np.ones(2, np.int8) / 2).dtype)
