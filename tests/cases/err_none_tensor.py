# An operation on what a function forgot to return.
import torch

def project(x):
    y = x * 2
    print(y)


q = project(torch.ones(2))
print(q)
q.transpose(0, 1)
