import numpy as np, torch
torch.manual_seed(6)
B, T, D = 3, 4, 6
x = torch.randn(B, T, D).numpy()
Wq, Wk, Wv, Wo = (torch.randn(D, D).numpy() for _ in range(4))
bo = torch.randn(D).numpy()
out = []
for text in x:
    q, k, v = text @ Wq, text @ Wk, text @ Wv
    s = q @ k.T / D ** 0.5
    s = np.where(np.triu(np.ones((T, T)), 1) > 0, -np.inf, s)
    e = np.exp(s - s.max(-1, keepdims=True))
    y = e / e.sum(-1, keepdims=True) @ v
    out.append(y @ Wo + bo)
print(np.stack(out))
