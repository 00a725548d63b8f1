# dtype= of functions cell by cell: what they compute in, and which types they refuse
import numpy as np

ONE = """absolute negative square sqrt exp log sin cos arctan tanh floor ceil trunc rint isnan
isfinite logical_not deg2rad""".split()
TWO = """add subtract multiply divide floor_divide remainder fmod power float_power arctan2 maximum minimum equal less
greater_equal logical_and logical_xor""".split()
x, i, small = np.array([[0.7, 1.3], [2.9, 1.0]]), np.array([[1, 3], [2, 5]]), np.array([1, 2], dtype=np.uint8)
for name in ONE + TWO:
    for first in (x, i, small):
        for dtype in (float, np.float32, int, np.uint8, bool):
            inputs = (first,) if name in ONE else (first, 3)
            try:
                made = getattr(np, name)(*inputs, dtype=dtype)
                print(name, first.dtype, made.dtype, made.astype(float).round(4).tolist())
            except TypeError as e:
                print(name, first.dtype, e)
print(np.add(x, 1, dtype=int, casting="unsafe").tolist(), np.multiply(i, 2.5, dtype=int, casting="unsafe").tolist())
print(np.add(x, 1, out=np.zeros((2, 2)), dtype=np.float32, where=i > 2), np.add(i, 1, dtype=float, where=[True, False])[:, 0])
