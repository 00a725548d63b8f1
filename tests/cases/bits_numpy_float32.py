# the last bits of NumPy's exp, log, sin and cos of float32
import numpy as np

x = ((np.arange(4000, dtype=np.float32) - 2000) * np.float32(0.0437)).astype(np.float32)
for name, at in (("exp", x), ("sin", x), ("cos", x), ("sin", x * 500), ("log", np.abs(x) + np.float32(1e-3)), ("log", np.exp(x))):
    bits = getattr(np, name)(at).view(np.int32).astype(np.int64)
    print(name, bits[::501], int((bits * (np.arange(bits.size) % 97 + 1)).sum()))
e = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 88.7, 89, -103.9, -104, 1e-45, 3e38], dtype=np.float32)
with np.errstate(all="ignore"):
    print(np.exp(e), np.log(e), np.sin(e[[0, 1, 5, 6, 9]]), np.cos(e[[0, 1, 5, 6, 9]]))
p = np.arange(6, dtype=np.float32).reshape(2, 3).T / np.float32(1.7)
print(np.sin(p), np.exp(p[::2]), np.exp(np.float32(1)), np.log(np.float32(10)), np.sin(p).strides)
w = np.exp(p - p.max(-1, keepdims=True))
print(w / w.sum(-1, keepdims=True))
