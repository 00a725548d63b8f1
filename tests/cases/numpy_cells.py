# arrays of strings and of objects
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

try:
    np.array(["x"]).astype(float)
except ValueError as e:
    print(e)
