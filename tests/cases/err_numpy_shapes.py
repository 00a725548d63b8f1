# NumPy's words for the same mistake.
import numpy as np

a, b = np.ones((2, 3)), np.ones((2, 4))
print(a.shape, (a.T @ b).shape)
try:
    a @ b
except ValueError as e:
    print(e)
try:
    np.ones(6).reshape(4, 2)
except ValueError as e:
    print(e)
try:
    a[2]
except IndexError as e:
    print(e)
print(a + b)
