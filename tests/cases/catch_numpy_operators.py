"""What NumPy's operators and functions cell by cell refuse, and in which words; and what PyTorch says of
NumPy's arrays and numbers beside its tensors."""
import numpy as np
import torch

CALLS = """
y = np.eye(2); y @= np.eye(2)
y = np.eye(2); y @= 3
y = np.eye(2); y @= torch.eye(2)
y = torch.eye(2); y @= torch.ones(2, 2)
y = torch.eye(2); z = y; y @= torch.ones(2, 2); y = (y is z)
y = torch.eye(2); y @= 2
y = np.arange(3); y += 0.5
y = np.arange(3); y /= 2
y = np.arange(3); y -= np.ones(3)
y = np.arange(3); y //= 2.0
y = np.arange(3); y %= 2.5
y = np.arange(3); y **= 0.5
y = np.arange(3); y &= 1.0
y = np.ones(3, dtype=bool); y += 1
y = np.ones(3, dtype=bool); y -= True
y = np.ones(3, dtype=np.uint8); y += -1
y = np.exp(np.arange(3), out=np.zeros(3, int))
y = np.add(1, 2, dtype=bool)
y = np.bitwise_and(1.0, 2)
y = np.invert(1.5)
y = np.ones(2) << 1
y = ~np.ones(2)
y = np.ones(2) & 1
y = np.ones(2) + None
y = None * np.arange(2)
y = np.ones(2, dtype=bool) - None
y = np.ones(2) / None
y = None ** np.ones(2)
y = np.reciprocal(np.array([1, 2, 0, -1, -2]))
y = np.reciprocal(2)
y = np.reciprocal(np.array([0, 1, 4], dtype=np.int32))
y = np.reciprocal(np.array([0, 1, 2], dtype=np.uint8))
y = np.reciprocal(np.array([True, False]))
y = np.reciprocal([2, 4.0])
y = np.add(np.ones(2))
y = np.add()
y = np.exp()
y = np.exp(1, 2, 3)
y = np.maximum(1)
y = np.matmul(np.ones(2))
y = np.ones(3) + torch.ones(3)
y = np.array(2.0) + torch.ones(3)
y = np.ones(3); y += torch.ones(3)
y = np.ones(3) - torch.ones(3)
y = np.ones(3) @ torch.ones(3)
y = np.ones(3) + torch.nn.Parameter(torch.ones(3))
y = torch.ones(3); y[0] = np.float32(1.5)
y = torch.ones(3); y[1:] = np.ones(3, dtype=np.float32).sum()
y = torch.ones(3); y[0] = np.float64(1.5)
y = torch.ones(3); y[0] = np.int32(2)
y = torch.ones(3); y[0] = np.bool_(True)
y = torch.ones(3); y[y > 0] = np.float16(2)
"""

for call in CALLS.strip().split("\n"):
    names = {"np": np, "torch": torch}
    try:
        exec(call, names)
        print(call, "->", repr(names["y"]))
    except Exception as error:
        print(call, "->", type(error).__name__, error)
try:
    a = np.arange(2)
    a += 0.5
except TypeError as error:
    print(type(error).__qualname__, type(error).__module__, type(error).__mro__[-3].__name__)
