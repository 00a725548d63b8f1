# prelu: a weight for each channel, what it refuses, and the shape of one number.
import torch
import torch.nn as nn
import torch.nn.functional as F
def t(f):
    try:
        print(f())
    except (RuntimeError, TypeError, ValueError) as e:
        print(type(e).__name__, e)
x = torch.arange(-3., 3.).view(2, 3)
t(lambda: F.prelu(x, torch.tensor([0.1, 0.2])))
t(lambda: F.prelu(torch.tensor([-1]), torch.tensor([0.25])))
t(lambda: F.prelu(x, torch.ones(3, 1)))
t(lambda: F.prelu(x, torch.ones(1, 1)))
t(lambda: F.prelu(x, torch.tensor(0.5)))
t(lambda: F.prelu(x, torch.tensor([0.5])))
t(lambda: F.prelu(x, torch.tensor([0.1, 0.2, 0.3])))
t(lambda: F.prelu(x[0], torch.tensor([0.1, 0.2, 0.3])))
t(lambda: F.prelu(x.view(1, 2, 3), torch.tensor([0.1, 0.2])))
t(lambda: F.prelu(x.double(), torch.tensor([0.1])))
t(lambda: F.prelu(torch.tensor(-2.), torch.tensor([0.1])))
t(lambda: F.prelu(torch.tensor(-2.), torch.tensor([0.1, 0.2])))
t(lambda: torch.prelu(x, torch.tensor([0.1, 0.2])))
t(lambda: x.prelu(torch.tensor([0.1, 0.2])))
t(lambda: F.prelu(torch.empty(0, 3), torch.tensor([0.1])))
t(lambda: F.prelu(x, 0.1))
t(lambda: nn.PReLU(2)(x))
t(lambda: nn.PReLU(3, 0.5)(x))
m = nn.PReLU(3)
y = m(x).sum()
y.backward()
print(m.weight.grad, y)
