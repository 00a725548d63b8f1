# Writing into a tensor: what may stand on the right, and what may not be written at all.
import numpy as np
import torch

f = torch.arange(8.0).reshape(2, 4)
a = torch.arange(8).reshape(2, 4)


def put(t, key, value):
    try:
        t[key] = value
        print(t)
    except Exception as error:
        print(type(error).__name__, error)


put(f, 0, [1, 2, 3, 4])
put(f, 0, (1, 2, 3, 4))
put(a, 0, [1, 2, 3, 4])
put(f, 0, np.array([1.0, 2.0, 3.0, 4.0]))
put(f, 0, torch.tensor([1.0, 2.0, 3.0, 4.0]))
put(f, 0, np.float64(3))
put(f, 0, "a")
put(f, 0, None)
put(f, f > 3, [1])
put(a, (0, 0), torch.tensor([1, 2]))
put(a, 1, 3.7)
put(a, [0, 1], torch.zeros(2, 4).long())
put(f, "x", 2)
put(f, slice(0, 2, 0), 1)
put(f, slice(0, 2, -1), 1)
put(f, 5, 1)
for name in ("shape", "dtype", "T", "device"):
    try:
        setattr(f, name, 3)
    except AttributeError as error:
        print(error)
try:
    f["a"]
except TypeError as error:
    print(error)
f.note = "any other name is fine"
print(f.note)
