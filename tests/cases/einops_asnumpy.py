# einops.asnumpy. Where the package is missing, detach and numpy stand in: the expected output is made
# with those.
import numpy as np
import torch

try:
    from einops import asnumpy, rearrange
except ImportError:
    def asnumpy(x):
        return x if isinstance(x, np.ndarray) else x.detach().cpu().numpy()

    def rearrange(x, pattern, h):
        return x.view(*x.shape[:2], h, -1).permute(0, 2, 1, 3)

x = torch.arange(12.0, requires_grad=True)
heads = rearrange(x.view(1, 3, 4) * 0.5, "b t (h d) -> b h t d", h=2)
array = asnumpy(heads)
print(type(array).__name__, array.dtype, array.shape, array.strides, array[0, 1], array.sum())
leaf = torch.zeros(2)
shared = asnumpy(leaf)
shared[0] = 7
print(leaf, asnumpy(array) is array, asnumpy(torch.tensor(True)), asnumpy(torch.arange(3)).dtype)
np.testing.assert_allclose(asnumpy(heads.softmax(-1)).sum(-1), 1.0, rtol=1e-6)
