# Objects with __array__(): read wherever NumPy reads an array, and beside arrays in operators.
import numpy as np
import torch


class Scores:
    def __init__(self, cells):
        self.cells = cells

    def __array__(self, dtype=None):
        return np.asarray(self.cells, dtype=dtype)

    def __add__(self, other):
        return "own +"

    def __radd__(self, other):
        return "never asked"


class First(Scores):
    __array_priority__ = 1.0


class Alone(Scores):
    __array_ufunc__ = None


a, ones = Scores([[1.0, 2.0], [3.0, 4.0]]), np.ones((2, 2))
print(np.asarray(a), np.array(a).dtype, np.array(a, dtype=np.float32).dtype, np.shape(a), np.ndim(a), np.size(a))
print(np.sum(a), np.mean(a, axis=0), np.exp(a), np.maximum(a, 2.5), np.where(a, 1, 0), np.allclose(a, a), np.array_equal(a, ones))
print(np.dot(a, a), np.matmul(ones, a), np.linalg.norm(a), np.stack([a, a]).shape, np.concatenate([a, ones]))
print(ones + a, ones * a, ones - a, ones / a, ones @ a, ones == a, ones < a, np.float64(2) * a, a + ones)
print(ones + First([1.0]), ones + Alone([1.0]), np.float32(1) + First([1.0]))
x = np.zeros((2, 2))
x += a
x[:] = a
x[0] = Scores([5.0, 6.0])
print(x, torch.as_tensor(np.asarray(a)))
wrong = type("Wrong", (), {"__array__": lambda self: [1, 2]})()
for call in (lambda: np.asarray(wrong), lambda: ones + wrong, lambda: torch.as_tensor(a), lambda: torch.tensor(a)):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
