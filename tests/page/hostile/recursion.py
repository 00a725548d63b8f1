import torch
x = torch.ones(2)
def f(n):
    return f(n + 1)
f(0)
