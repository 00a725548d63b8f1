# matrix_power, multi_dot, cond
import numpy as np

a = np.array([[2.0, 1.0], [1.0, 3.0]])
for n in (0, 1, 2, 3, 5, 8, -1, -2):
    print(n, np.round(np.linalg.matrix_power(a, n), 9))
print(np.linalg.matrix_power(np.array([[1, 1], [1, 0]]), 10), np.linalg.matrix_power(np.stack([a, 2 * a]), 2))
b, c = np.arange(6.0).reshape(2, 3), np.arange(12.0).reshape(3, 4)
print(np.linalg.multi_dot([a, b, c]), np.linalg.multi_dot([b[0], c, c.T]), np.linalg.multi_dot([b[0], c, np.ones(4)]), np.linalg.multi_dot([a, b]))
conditions = [np.linalg.cond(a), np.linalg.cond(a, 1), np.linalg.cond(a, np.inf), np.linalg.cond(a, "fro"), np.linalg.cond(a, -2)]
print(np.round(np.array(conditions), 9))
try:
    np.linalg.matrix_power(b, 2)
except np.linalg.LinAlgError as e:
    print(e)
