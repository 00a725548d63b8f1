# Inner sizes that do not meet.
import torch
import torch.nn as nn

q = torch.ones(10, 3)
w = torch.ones(4, 4)
print(q.shape, w.shape)
print((q.T @ q).shape)
for rows in (3, 4):
    w = torch.ones(rows, 2)
    out = q @ w
    print(rows, out.shape, out.sum())
print("never reached")
