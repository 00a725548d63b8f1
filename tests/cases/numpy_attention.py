# Attention with nothing but NumPy.
import numpy as np


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / np.sum(e, axis=axis, keepdims=True)


def attention(q, k, v, mask=None):
    d_k = q.shape[-1]
    scores = np.matmul(q, k.T) / np.sqrt(d_k)
    if mask is not None:
        scores = scores + mask
    weights = softmax(scores)
    return np.matmul(weights, v), weights


np.random.seed(42)
L, d_k, d_v = 4, 8, 6
q, k, v = np.random.randn(L, d_k), np.random.randn(L, d_k), np.random.randn(L, d_v)
print("Q\n", q[:2], "\nvar", round(q.var(), 6), round(np.matmul(q, k.T).var(), 6))
scaled = np.matmul(q, k.T) / np.sqrt(d_k)
print(scaled)
mask = np.tril(np.ones((L, L)))
print(mask)
mask[mask == 0] = -np.inf
mask[mask == 1] = 0
print(mask)
print(scaled + mask)
out, weights = attention(q, k, v, mask=mask)
print(weights)
print(out)
out, weights = attention(q, k, v)
print(weights.sum(axis=-1), out.shape, weights.argmax(axis=1))
heads = np.random.randn(2, 3, 4)
s = heads @ heads.transpose(0, 2, 1)
print(softmax(s).round(4), softmax(s, axis=0).sum(axis=0).shape)
x = np.array([[1, 0, 1], [0, 2, 0]])
w = np.array([[1, 0], [1, 1], [0, 1]])
print(x @ w, x.dot(w).dtype, softmax(x @ w))
words = [np.array([1, 0, 0]), np.array([0, 1, 0])]
print(np.stack([x.dot(np.ones((3, 2))) for x in words]), np.array(words))
pos = np.arange(3)[:, np.newaxis]
i = np.arange(4)[np.newaxis, :]
angle = pos / np.power(10000, (2 * (i // 2)) / np.float32(4))
angle[:, 0::2] = np.sin(angle[:, 0::2])
angle[:, 1::2] = np.cos(angle[:, 1::2])
print(angle)
