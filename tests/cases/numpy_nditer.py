import numpy as np
a = np.arange(6).reshape(2, 3)
for x in np.nditer(a):
    print(x, end=" ")
print()
for x in np.nditer(a.T):
    print(x, end=" ")
print()
for x in np.nditer(a, order="F"):
    print(x, end=" ")
print()
for x in np.nditer(a.T, order="C"):
    print(x, end=" ")
print()
for x in np.nditer(a, flags=["external_loop"], order="F"):
    print(x)
for x in np.nditer(a, flags=["external_loop"]):
    print(x)
for x in np.nditer(a, op_flags=["readwrite"]):
    x[...] = 2 * x
print(a)
it = np.nditer(a, flags=["multi_index"])
while not it.finished:
    print("%d <%s>" % (it[0], it.multi_index), end=" ")
    it.iternext()
print()
it = np.nditer(a, flags=["f_index"])
for x in it:
    print("%d <%d>" % (x, it.index), end=" ")
print()
b = np.array([10, 20, 30])
for x, y in np.nditer([a, b]):
    print("%d:%d" % (x, y), end=" ")
print()
A = np.array([[1, 2, 3]])
B = np.array([[4], [5], [6]])
it = np.nditer([A, B, None])
for x, y, z in it:
    z[...] = x + y
print(it.operands[2])
with np.nditer(a, op_flags=["readwrite"]) as it:
    for x in it:
        x[...] = x + 1
print(a, [int(x) for x in np.nditer(np.array(5.0))])
