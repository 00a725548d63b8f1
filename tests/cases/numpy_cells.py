# arrays of strings, of objects and of complex numbers
import numpy as np

a = np.array(["apple", "fig", "kiwi"])
print(a, repr(a), a.dtype, repr(a.dtype), a.dtype.kind, a.dtype.name, a.itemsize, a.nbytes, a.shape, len(a))
print(a[0], repr(a[1:]), a[[2, 0]], a == "fig", a[a != "fig"], a.tolist(), "fig" in a, [x.upper() for x in a])
print(np.unique(["b", "a", "b"], return_counts=True), np.sort(a), np.argsort(a), np.isin(a, ["fig"]), a < "g")
print(repr(np.array([1, "x", 2.5])), np.array(["1", "2"]).astype(int), repr(np.array([1, 2]).astype(str)))
a[0] = "strawberry"
print(repr(a), repr(np.array([["a", "b"], ["cc", "d"]])), repr(np.where(np.array([1, -1]) > 0, "pos", "neg")))
print(repr(np.concatenate([a, ["x"]])), repr(np.full(2, "x")), repr(np.zeros(2, dtype="<U3")), a.reshape(3, 1))
print(repr(np.array([str(i) for i in range(30)])))
names, data = np.array(["Bob", "Joe", "Will", "Bob"]), np.arange(8).reshape(4, 2)
print(data[names == "Bob"], data[~(names == "Bob")], data[(names == "Bob") | (names == "Will")])
np.random.seed(0)
print(np.random.choice(["a", "b", "c"], 3), np.random.permutation(["x", "y", "z"]))

print(repr(np.array([1, "x", None], dtype=object)), np.array([1, 2], dtype=object) + 1, np.empty(2, dtype=object))
print(repr(np.array([[1, 2], [3]], dtype=object)), np.array([3, 1, 2], dtype=object).max(), np.array([{}, [1]], dtype=object))

z = np.array([1 + 2j, 3.5 - 1j])
print(z, repr(z), z.dtype, z.real, z.imag, z.conj(), abs(z), z * 2, z + z, z * 1j, z / 2, z**2)
print(z.sum(), z.mean(), z[0], z == 1 + 2j, np.eye(2, dtype=complex), np.array([[1, 2], [3, 4]], dtype=complex))
x = np.array([1.0, 2.0])
print(x * 1j, x + 1j, 1j * x, np.exp(1j * np.pi * x).round(3), (x * 1j).real, (x * 1j).conj(), np.sqrt(np.array([-1 + 0j])))
print(np.array([[1j, 0], [0, 1]]) @ np.array([[1, 2], [3, 4]]), np.dot(z, z), np.zeros(2, dtype=np.complex128), np.array([1e10 + 1j, 1]))
try:
    np.array(["x"]).astype(float)
except ValueError as e:
    print(e)
