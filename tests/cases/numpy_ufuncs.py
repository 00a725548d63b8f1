# np.add.at and its kin.
import numpy as np

a = np.zeros(5)
np.add.at(a, [0, 1, 1, 3], 1)
np.add.at(a, np.array([0, 0]), np.array([0.5, 2]))
print(a)
m = np.arange(12.0).reshape(4, 3)
np.add.at(m, np.array([[0, 2], [2, 0]]), np.ones(3))
print(m)
np.subtract.at(m, (np.array([0, 0, 1]), np.array([1, 1, 2])), [1, 2, 3])
np.maximum.at(m, [3], 10)
np.multiply.at(m, m > 9.5, 2)
print(m)
print(np.add.reduce(m), np.add.reduce(m, axis=1), np.maximum.reduce(m, axis=None), np.logical_and.reduce([True, False]))
print(np.add.accumulate([1, 2, 3]), np.maximum.accumulate([3, 1, 4, 2]), np.minimum.accumulate(m, axis=1))
print(np.subtract.outer([1, 2], [3, 4, 5]), np.add.outer(np.eye(2), [1, 2]).shape, np.add.__name__)
