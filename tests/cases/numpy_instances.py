# Every array is an ndarray, whatever it holds; what it holds is not.
import numpy as np

arrays = [np.array(["a", "bc"]), np.array([1, "x", None], dtype=object),
          np.array([1.5]), np.array([True]), np.zeros((2, 0))]
for a in arrays:
    print(isinstance(a, np.ndarray), isinstance(a, (list, np.ndarray)), isinstance(a, list), type(a), a.dtype)
for a in (np.float64(1), 1.0, "a", [1], None, arrays[0][0], np.ndarray):
    print(isinstance(a, np.ndarray))
print(np.ravel(arrays[0]), np.ravel(arrays[2]))
print(np.array(arrays[0]), np.asarray(arrays[2], dtype=object), np.array(arrays[2], dtype=str))
