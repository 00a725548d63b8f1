# Tensors as Python meets them: truth, iteration, formatting, comparison, keys of dicts, unpacking, sum and max.
import math
import torch

x = torch.tensor([[1.0, 2.0], [3.0, 4.5]])
for row in x:
    print(row, [f"{v:.1f}" for v in row], [v.item() for v in row])
for i, (a, b) in enumerate(x):
    print(i, a, b, a < b, bool(a < b), (a < b).item())
print(sum(x), sum(x[0]), max(x[0]), min(x[1]), sorted(x[1], reverse=True)[0], len(x), list(x[0]), abs(-x[0]), round(x[1, 1].item()))
if x.sum() > 10:
    print("sum is", x.sum().item(), f"{x.sum():.2f}", f"{x.mean().item():>8.3f}", "%.3f" % x.std(), "{:.1f}".format(x.max()), "%d" % x.shape[0])
print(x[0, 0] == 1, (x == 1).all().item(), torch.equal(x, x.clone()), x is x, x.shape == torch.Size((2, 2)), 1.0 in x, x.tolist() == [[1, 2], [3, 4.5]])
b, t = x.shape
print(b, t, b * t, x.size(0) // 2, math.sqrt(x.size(-1)), math.prod(x.shape), x.shape[0] ** 0.5, *x.shape, math.sqrt(x[1, 0]), math.floor(x[1, 1]))
shapes = {name: tuple(v.shape) for name, v in {"x": x, "row": x[0], "cell": x[0, 0]}.items()}
print(shapes, [k for k, v in shapes.items() if len(v) < 2])
n = torch.tensor(3)
print(list(range(n)), [0] * n, x[:n], "ab" * 2, int(n) + 1, n + 1, 2 ** n, n / 2, n // 2, -n, n == 3, n > 2 and "yes", not n, float(n), n.item() ** 2)
a, b = torch.tensor([1, 2])
print(a, b, a + b, (a, b), a.dtype, [*torch.arange(3)], max(torch.tensor(2), torch.tensor(5)), torch.tensor(2) if n else None)
print(isinstance(x, torch.Tensor), type(x), type(x[0, 0].item()), type(x.shape), isinstance(x.shape, tuple), x.dtype == torch.float32, hasattr(x, "view"))
print(torch.tensor([1, 2]).tolist() + [3], str(torch.tensor(1.5)), repr(x.shape), x.sum().item() == 10.5, torch.is_tensor(1), x.dim() == x.ndim, "tensor" in str(x))
history = []
for step in range(3):
    x = x * 0.5
    history.append(x.mean().item())
print(history, torch.tensor(history), [round(h, 4) for h in history], f"{history[-1]:.4f}")
names = ["q", "k", "v"]
q, k, v = [torch.full((2,), float(i)) for i in range(3)]
print(dict(zip(names, (q, k, v))), {n: t.sum().item() for n, t in zip(names, [q, k, v])}, list(zip(names, torch.stack([q, k, v]))))
print("Shape:", x.shape, "| dtype:", x.dtype, "| device:", x.device, "\n" + "-" * 30, "\n", x, "\n", x.T)
print(x.size()[-1], x.shape[-2:], x.size() == (2, 2), x.shape + (1,), (1, *x.shape), [1] + list(x.shape), x.view(*x.shape, 1).shape, x.reshape(x.shape[0], -1).shape)
print(any(x[0] > 0.1), all(x[0] > 0.1), x[0].all(), x.any(), (x > 0.3).tolist(), torch.tensor(True) and "T", [c for c in torch.tensor([True, False])])
