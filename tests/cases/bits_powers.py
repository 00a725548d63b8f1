# Powers: sixteen cells of a row are taken at a time, the rest one by one; the two differ in the last bit.
import numpy as np
import numpy.typing as npt
import torch
from numpy.typing import ArrayLike, NDArray


def bits(x):
    x = x.contiguous().view(-1)
    return int((x.view(torch.int32).long() * torch.arange(1, x.numel() + 1)).sum())


torch.manual_seed(0)
for n in (3, 15, 16, 24, 37):
    x = torch.randn(n) * 3
    print(n, bits(torch.sigmoid(x)), bits(torch.nn.functional.silu(x)))

for shape in [(5,), (16,), (37,), (4, 16), (3, 20), (7, 3)]:
    x, y = torch.rand(shape) * 4 + 0.1, torch.randn(shape[-1])
    print(shape, bits(x ** y), bits(x.pow(1.7)), bits(10000.0 ** y), bits(x ** torch.tensor([1.3])),
          bits(x.unsqueeze(-1).pow(torch.tensor([1, 2, 3]))), bits(x.clone().pow_(2.6)))

for shape in [(8,), (64,), (5, 16), (1000,)]:  # float64: eight cells at a time
    w = torch.rand(shape, dtype=torch.float64) * 4 + 0.1
    sums = [(w ** power).flatten().view(torch.int64) % 1000003 * torch.arange(1, w.numel() + 1)
            for power in (2, 3, 4, 7, 0.5, 1.5, -0.5, -1, -2, -3, 1 / 3, w.flip(0) - 2)]
    print(shape, [y.sum().item() for y in sums], (2 ** w.flatten()[:8]).tolist())
v = (np.random.RandomState(1).rand(150) * 4 + 0.1).astype(np.float32)
print([(v ** power).view(np.int32).sum() for power in (2, 0.5, -1)])  # rounded once


# A cell of an array takes a tensor that asks for gradients; a row of it does not.
def row(x: NDArray[np.float64], y: npt.NDArray, z: ArrayLike = None):
    x[0] = y


loss = (x * x).sum().requires_grad_()
a = np.zeros((2, 3))
a[1, 2] = loss
a[0, 0] = loss.reshape(1)
print(a.round(3))
try:
    row(a, torch.ones(3, requires_grad=True))
except RuntimeError as error:
    print(error)
