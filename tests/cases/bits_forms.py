# Products in all four forms, plain and turned, at sizes that training feeds on: dX = dY @ W and
# dW = dY.T @ X have both plain, or the left one turned. The last columns are of interest where they
# fill no vector of sixteen.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
sizes = (
    (8, 64, 8), (8, 32, 8), (32, 256, 65), (64, 400, 100), (64, 1000, 100), (64, 100, 100),
    (100, 64, 1000), (4, 1000, 4), (1000, 64, 10), (256, 300, 256), (27, 32, 100), (10, 64, 33),
    (7, 31, 20), (6, 48, 18), (1, 64, 21), (64, 64, 1), (5, 33, 3), (128, 40, 24), (3, 320, 17),
    (33, 700, 40),
)
for m, k, n in sizes:
    a, b = torch.randn(m, k), torch.randn(k, n)
    turned_a, turned_b = a.T.contiguous().T, b.T.contiguous().T
    forms = (a @ b, a @ turned_b, turned_a @ b, turned_a @ turned_b)
    whole = [c.double().sum().item() for c in forms]
    print(m, k, n, whole)
    for c in forms + (F.linear(a, turned_b.T, b[0]), torch.addmm(b[0], a, b)):
        print(c[-1, -3:].tolist(), c[m // 2, n // 2].item())
# A bias with an axis of 1 in front.
layer = torch.nn.Linear(2, 3)
layer.bias.data = torch.tensor([[0.5, -1.0, 2.0]])
out = layer(torch.tensor([[0.25, 1.0], [2.0, -3.0]]))
(out ** 2).sum().backward()
print(layer.bias.grad.shape, layer.bias.grad, out.shape)
