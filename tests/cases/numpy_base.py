# whose cells an array shows, and how they lie; rarer methods; what is missing
import numpy as np

a = np.arange(12).reshape(3, 4)
b, c, d = a.view(), a[1:], a.copy()
print(b is a, b.base is a.base, c.base is a.base, d.base, np.arange(3).base, a.base, a.T.base is a.base, (a + 1).base)
x = np.array([1, 2, 3, 4, 5])
y = x[1:3]
print(y.base, y.base is x, y[:1].base is x, x.view().base is x, x[[0, 1]].base, x.ravel().base is x, x.flatten().base)
y[0] = 42
print(x, x.flags.owndata, y.flags.owndata, a.flags["C_CONTIGUOUS"], a.T.flags.c_contiguous, a.T.flags["F"], x.flags)
x[0] = 9
print(x, x.ptp(), a.ptp(axis=0), x.imag, x.real)
print(np.gradient(np.array([[1, 2, 4], [3, 5, 9.0]])), np.gradient(np.array([1.0, 4.0, 9.0]), 2.0), np.gradient(np.eye(3), axis=1))
for wrong in (lambda: np.zeros(), lambda: np.arange(), lambda: np.reshape(a), lambda: np.mean(), lambda: np.array(),
              lambda: np.dot(np.ones((2, 3)), np.ones((2, 3)))):
    try:
        wrong()
    except (TypeError, ValueError, IndexError) as e:
        print(type(e).__name__, e)
