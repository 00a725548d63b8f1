# which cells stand side by side: order= of NumPy's functions
import numpy as np

a = np.array([[1, 2, 3], [4, 5, 6]])
b = np.arange(24).reshape(2, 3, 4)


def tell(x):
    flags = x.flags
    print(x.shape, x.strides, flags["C_CONTIGUOUS"], flags["F_CONTIGUOUS"], flags["OWNDATA"], x.tolist())


for x in (a, a.T, np.array(a, order="F"), np.array([[1, 2], [3, 4]], order="F"), np.asfortranarray(a), np.array(a.T),
          np.ascontiguousarray(a.T), np.array(a.T, order="C"), np.asarray(a.T, order="C"), np.asarray(a, order="F"),
          np.array(a.T, order="A"), np.array(b.transpose(1, 0, 2)), np.array(b[:, ::2], order="K"), np.array([a, a], order="F")):
    tell(x)
for x in (a.T.copy(), a.T.copy("F"), a.copy(order="F"), a.T.copy(order="K"), np.copy(a.T), np.copy(a.T, order="C"),
          a.T.astype(float), a.T.astype(float, order="C"), a.T.astype(int), a.astype("float32", order="F")):
    tell(x)
for x in (np.zeros((2, 3), order="F"), np.ones((2, 3), int, "F"), np.full((2, 2), 7, order="F"), np.zeros_like(a.T),
          np.ones_like(a, order="F"), np.full_like(a.T, 2), np.empty((2, 3), order="F").T * 0):
    tell(x)
f = np.asfortranarray(a)
for order in "CFAK":
    print(order, a.ravel(order).tolist(), a.T.ravel(order=order).tolist(), np.ravel(f, order).tolist(),
          f.flatten(order).tolist(), a.T.flatten(order=order).tolist(), b.transpose(2, 0, 1).ravel(order=order)[:9])
for order in "CFA":
    print(order, a.reshape(3, 2, order=order).tolist(), np.reshape(f, (3, 2), order).tolist(),
          np.reshape(a, -1, order=order), b.reshape((4, -1), order=order)[1], a.T.reshape(-1, 2, order=order).strides)
print(np.ravel([[1, 2], [3, 4]], order="F"), np.reshape([[1, 2], [3, 4]], (4,), order="F"))
v = a.reshape(3, 2, order="F")
f.ravel(order="K")[0] = 100
print(v, f[0, 0], a.T is np.asfortranarray(a.T), np.ascontiguousarray(a) is a)
for wrong in (lambda: a.ravel("Q"), lambda: a.reshape(3, 2, order="K"), lambda: np.array(a, order="Z"),
              lambda: a.reshape(4, 2, order="F")):
    try:
        wrong()
    except ValueError as e:
        print(e)
