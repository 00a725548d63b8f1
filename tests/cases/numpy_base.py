# whose cells an array shows, and how they lie; rarer methods; what is missing
import numpy as np

a = np.arange(12).reshape(3, 4)
b, c, d = a.view(), a[1:], a.copy()
print(b is a, b.base is a.base, c.base is a.base, d.base, np.arange(3).base, a.base, a.T.base is a.base, (a + 1).base)
x = np.array([1, 2, 3, 4, 5])
y = x[1:3]
print(y.base, y.base is x, y[:1].base is x, x.view().base is x, x[[0, 1]].base, x.ravel().base is x, x.flatten().base)
y[0] = 42
print(x, x.base is None, y.base is None)
x[0] = 9
print(x, x.ptp(), a.ptp(axis=0), x.imag, x.real)
for wrong in (lambda: np.zeros(), lambda: np.arange(), lambda: np.reshape(a), lambda: np.mean(), lambda: np.array(),
              lambda: np.dot(np.ones((2, 3)), np.ones((2, 3)))):
    try:
        wrong()
    except (TypeError, ValueError, IndexError) as e:
        print(type(e).__name__, e)
