import math

import numpy as np
import torch

nan = float("nan")

# everything one behind the other
print(np.r_[1:4, 0, 4], np.r_[np.array([1, 2]), 0], np.r_[1.5, 2], np.r_[3:1:-1])
print(np.r_[np.array([[1, 2]]), np.array([[3, 4]])])
print(np.c_[np.array([1, 2]), np.array([3, 4])])

# a bound that is no number is none
x = np.array([1.0, 5.0, nan])
print(np.clip(x, nan, 2), np.clip(x, 2, nan), x.clip(nan, 2))
print(np.clip(np.array([1, 5]), nan, 2), np.clip(x, np.array([nan, 0, 1]), 3))

# NaN in counts
print(torch.histc(torch.tensor([1.0, nan, 2.0]), bins=3, min=0, max=3))
for values in ([1.0, float("inf")], [nan]):
    try:
        torch.histc(torch.tensor(values), bins=3)
    except RuntimeError as error:
        print(error)
print(torch.unique(torch.tensor([nan, 1, nan, 2, 1]), return_inverse=True, return_counts=True))

# to the last digit
for k in range(1, 60):
    print(math.lgamma(k), math.lgamma(k / 7), math.lgamma(-k / 7 if k % 7 else 0.3))
