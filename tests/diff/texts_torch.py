import torch
torch.manual_seed(6)
B, T, D = 3, 4, 6
x = torch.randn(B, T, D)
Wq, Wk, Wv, Wo = (torch.randn(D, D) for _ in range(4))
bo = torch.randn(D)
q, k, v = x @ Wq, x @ Wk, x @ Wv
s = q @ k.transpose(1, 2) / D ** 0.5
s = s.masked_fill(torch.ones(T, T).triu(1).bool(), float("-inf"))
y = s.softmax(-1) @ v
print(y @ Wo + bo)
