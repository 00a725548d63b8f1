# np.matrix: what * and its attributes give, what functions of NumPy make of one.
import numpy as np
def a(l,f):
    try: print(l, f())
    except Exception as e: print(l, type(e).__name__, e)
m = np.matrix([[1, 2], [3, 4]]); v = np.matrix([1, 2]); f = np.matrix([[1., 2.], [3., 5.]])
print(m); print(repr(m)); print(v, v.shape, repr(v), m.dtype, type(m), type(m).__name__, isinstance(m, np.matrix))
a("mul", lambda: repr(m * m)); a("vm", lambda: repr(v * m)); a("mv", lambda: repr(m * v.T)); a("bad", lambda: m * v)
a("scalar", lambda: repr(m * 2)); a("rscalar", lambda: repr(2 * m)); a("add", lambda: repr(m + m)); a("add1", lambda: repr(m + 1)); a("pow", lambda: repr(m ** 2)); a("div", lambda: repr(m / 2)); a("neg", lambda: repr(-m))
a("powneg", lambda: repr(f ** -1)); a("matmul", lambda: repr(m @ m)); a("arr", lambda: repr(m * np.array([[1, 0], [0, 1]]))); a("rarr", lambda: repr(np.array([[1, 0], [0, 1]]) * m)); a("mult", lambda: repr(np.multiply(m, m)))
a("T", lambda: repr(m.T)); a("I", lambda: repr(f.I)); a("A", lambda: repr(m.A)); a("A1", lambda: repr(m.A1)); a("H", lambda: repr(m.H))
a("idx", lambda: (m[0], m[0, 1], m[:, 0], m[0].shape, m[:, 0].shape, type(m[0, 1])))
m2 = m.copy(); m2[0, 0] = 9; print(m2, type(m2), m)
a("sum", lambda: (m.sum(), m.sum(axis=0), m.sum(axis=1), m.mean(), m.mean(0), m.max(), m.max(1), m.min(0), m.argmax(), m.trace()))
a("str", lambda: repr(np.matrix("1 2; 3 4")))
a("np.dot", lambda: repr(np.dot(m, m))); a("np.exp", lambda: repr(np.exp(v))); a("asarray", lambda: repr(np.asarray(m))); a("array", lambda: repr(np.array(m))); a("sqrt", lambda: repr(np.sqrt(f)))
a("linalg", lambda: (repr(np.linalg.inv(f)), np.linalg.det(f))); a("mat", lambda: repr(np.mat([1, 2]))); a("asmatrix", lambda: repr(np.asmatrix(np.ones((2, 2)))))
a("reshape", lambda: repr(m.reshape(1, 4))); a("flatten", lambda: repr(m.flatten())); a("ravel", lambda: repr(m.ravel())); a("tolist", lambda: m.tolist()); a("getA", lambda: m.getA())
a("cmp", lambda: repr(m == m)); a("3d", lambda: np.matrix(np.ones((2, 2, 2)))); a("iter", lambda: [repr(r) for r in m]); a("len", lambda: len(m)); a("concat", lambda: repr(np.concatenate([m, m]))); a("size", lambda: (m.size, m.ndim))
a("mask", lambda: repr(m[m > 1])); a("astype", lambda: repr(m.astype(float))); a("transpose", lambda: repr(m.transpose())); a("eye", lambda: repr(np.matrix(np.eye(2)))); a("item", lambda: m.item(0)); a("eq", lambda: (m == m).all())
import numpy.matlib
a("matlib", lambda: repr(numpy.matlib.ones((2, 2)))); a("zeros", lambda: repr(numpy.matlib.zeros((2, 2)))); a("eye", lambda: repr(numpy.matlib.eye(2)))
k = m; k *= 2; print(k)
