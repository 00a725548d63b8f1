# An IntEnum's member, and an object with __index__, wherever an integer is asked for.
from enum import IntEnum

import numpy as np
import torch


class Axis(IntEnum):
    BATCH = 0
    HEAD = 1
    TIME = 2


class Two:
    def __index__(self):
        return 2


x, a = torch.arange(24).view(2, 3, 4), np.arange(24).reshape(2, 3, 4)
for two in (Axis.TIME, Two()):
    print(x[0, two, two], x[:, two].tolist(), x[0, :two].tolist(), a[0, two, two], a[:, two].tolist(), a[..., two:].shape)
    print([1, 2, 3][two], "abc"[two], b"abc"[two], range(9)[two], (1, 2, 3)[two], "ab" * two, hex(two))
    a[0, 0, two] = 100
    x[0, 0, two] = 100
    print(a[0, 0], x[0, 0])
print(x.sum(Axis.HEAD).shape, a.sum(axis=Axis.TIME).shape, x.size(Axis.TIME), x.transpose(Axis.BATCH, Axis.TIME).shape)
print(torch.zeros(Axis.TIME), torch.arange(Axis.TIME), np.zeros(Axis.TIME), np.arange(Axis.TIME), torch.ones(2) * Axis.TIME)
for bad in ("ab", 1.5, object):
    for of in (a, x):
        try:
            of[bad]
        except Exception as e:
            print(type(e).__name__)
