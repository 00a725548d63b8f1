# Set-up of a function and of the top level is told as that of the top level; a heading, each name once.
import torch
import torch.nn as nn
torch.manual_seed(0)


def make_batch(n):
    return torch.randn(n, 3)


def make_pair(n):
    x = torch.randn(n, 3)
    return x, torch.zeros(n)


x, y = make_pair(4)
print(y - x[:, 0])
z = make_batch(4)
a = nn.Linear(3, 3)
b = nn.Linear(3, 2)
print(b(a(z)))


def halves(x, parts=4):
    parts //= 2  # the heading tells what it was given
    return x.view(parts, -1).exp()


print(halves(torch.ones(4, 2)))
