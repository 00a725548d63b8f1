# np.nditer: gradient checks, orders of cells, flags, what is refused.
import numpy as np
def a(l,f):
    try: print(l, f())
    except Exception as e: print(l, type(e).__name__, e)
x = np.arange(6.0).reshape(2, 3)
it = np.nditer(x, flags=['multi_index'], op_flags=['readwrite'])
while not it.finished:
    ix = it.multi_index
    old = x[ix]; x[ix] = old + 1
    print(ix, it[0], it.value, type(it[0]), it.iterindex, end=" | ")
    it.iternext()
print(); print(x)
with np.nditer(x, op_flags=['readwrite']) as it:
    for v in it:
        v[...] = 2 * v
print(x)
for v in np.nditer(x): print(v, type(v), v.shape, end=" "); 
print()
for v in np.nditer(x.T): print(v, end=" ")
print()
for v in np.nditer(x.T, order='C'): print(v, end=" ")
print()
for v in np.nditer(x, order='F'): print(v, end=" ")
print()
it = np.nditer(x, flags=['f_index'])
for v in it: print("%d <%d>" % (v, it.index), end=" ")
print()
it = np.nditer(x, flags=['c_index'])
while not it.finished:
    print(it[0], it.index, end=" "); is_not_finished = it.iternext()
print(is_not_finished)
for p, q in np.nditer([x, np.arange(3)]): print("%d:%d" % (p, q), end=" ")
print()
for p in np.nditer(x, flags=['external_loop']): print(p)
for p in np.nditer(x, flags=['external_loop'], order='F'): print(p)
a("ro", lambda: [v.__setitem__(..., 1) for v in np.nditer(x)])
a("noix", lambda: np.nditer(x).multi_index)
a("noindex", lambda: np.nditer(x).index)
a("flag", lambda: np.nditer(x, flags=["nope"]))
a("size", lambda: (np.nditer(x).itersize, np.nditer(x).ndim, np.nditer(x, flags=["multi_index"]).shape, np.nditer(x).nop))
a("empty", lambda: [v for v in np.nditer(np.zeros((0, 3)))])
a("empty ok", lambda: [v for v in np.nditer(np.zeros((0, 3)), flags=["zerosize_ok"])])
a("0d", lambda: [v for v in np.nditer(np.float64(3))])
a("list", lambda: [int(v) for v in np.nditer([1, 2, 3])])
a("bc", lambda: np.nditer([np.ones(3), np.ones(4)]))
a("operands", lambda: np.nditer([x, x]).operands[0].shape)
it = np.nditer(x, flags=['multi_index'])
for v in it: print(it.multi_index, v, end=" ")
print()
a("after", lambda: it.multi_index)
it.reset(); print(it.multi_index, it.finished)
a("wi", lambda: [v.__setitem__(..., 7) for v in np.nditer(x, op_flags=["writeonly"])]); print(x)
a("wi", lambda: [v.__setitem__(..., k) for k, v in enumerate(np.nditer(x.T, op_flags=[["readwrite"]]))]); print(x)
f = lambda x: np.sum(x ** 2)
def numerical_gradient(f, x, h=1e-4):
    grad = np.zeros_like(x)
    it = np.nditer(x, flags=['multi_index'], op_flags=['readwrite'])
    while not it.finished:
        idx = it.multi_index
        tmp = x[idx]
        x[idx] = float(tmp) + h; fxh1 = f(x)
        x[idx] = tmp - h; fxh2 = f(x)
        grad[idx] = (fxh1 - fxh2) / (2 * h)
        x[idx] = tmp
        it.iternext()
    return grad
print(numerical_gradient(f, np.array([[1.0, 2.0], [3.0, 4.0]])))
for i, v in np.ndenumerate(x): print(i, v, end=" ")
print()
for i in np.ndindex(2, 2): print(i, end=" ")
print()
b = np.ones(3)
b.flags.writeable = False
a("read-only", lambda: b.__setitem__(0, 1)); a("a part of it", lambda: b[1:].__setitem__(0, 1))
def add():
    global b
    b += 1
a("in place", add); b.setflags(write=True); b[0] = 5; print(b, b.flags.writeable)
