# None and strings among numbers, and how large what is no number is
import numpy as np
print(repr(np.array([None, 1], dtype=float)), np.array([[None, 2.5], [3, None]], dtype=np.float32).sum(), np.nanmean(np.array([None, 1, 2], dtype=float)))
print(repr(np.array([None, 1], dtype=bool)), np.array(["1.5", None], dtype=float), np.array([None, "x", 0]).astype(bool))
for make in (lambda: np.array([None, 1], dtype=int), lambda: np.array([{}, 1], dtype=float)):
    try:
        print(make())
    except TypeError as e:
        print(e)
print(np.ndim(["a"]), np.ndim("a"), np.ndim(None), np.ndim([["a", "b"]]), np.ndim({}), np.shape("ab"), np.size("ab"), np.shape(None), np.size([None, 1]))
