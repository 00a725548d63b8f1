# NumPy arrays are traced like tensors; softmax is written by hand.
import numpy as np

np.random.seed(0)
T, d = 4, 3
X = np.random.randn(T, 6)
W_q, W_k, W_v = np.random.randn(6, d), np.random.randn(6, d), np.random.randn(6, d)
Q = X @ W_q
K = X @ W_k
V = X @ W_v
scores = Q @ K.T / np.sqrt(d)
e = np.exp(scores - scores.max(axis=-1, keepdims=True))
weights = e / e.sum(axis=-1, keepdims=True)
context = weights @ V
