# Bilinear, functions of torch.linalg, singledispatch and statistics that are seldom asked for.
import functools
import statistics
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
layer = nn.Bilinear(3, 4, 2)
print(layer, nn.Bilinear(3, 4, 2, bias=False))
x, y = torch.randn(5, 3), torch.randn(5, 4)
print(layer(x, y), F.bilinear(x, y, layer.weight), layer(torch.randn(2, 5, 3), torch.randn(2, 5, 4)).shape)
print([(name, p.shape) for name, p in layer.named_parameters()], layer.weight[0])

A = torch.randn(3, 3)
for n in (0, 1, 2, 3, 5, -2):
    print(n, torch.linalg.matrix_power(A, n))
print(torch.linalg.matmul(A, A), torch.linalg.vecdot(x, x), torch.linalg.diagonal(A), torch.linalg.diagonal(A, offset=1))
print(torch.linalg.cond(A), torch.linalg.cond(A, "fro"), torch.linalg.cond(A, -2))


@functools.singledispatch
def told(value):
    """What it is."""
    return f"something: {value}"


@told.register
def _(value: int):
    return f"a whole number: {value}"


@told.register(list)
def of_list(value):
    return f"{len(value)} things"


print(told(1.5), told(3), told(True), told([1, 2]), told.__name__, told.dispatch(list) is of_list)
print(statistics.fmean([1, 2, 4]), statistics.median_low([3, 1, 2, 4]), statistics.median_high([3, 1, 2, 4]))
print(statistics.multimode("aabbc"), statistics.multimode([]), statistics.quantiles([1, 5, 2, 8, 7]),
      statistics.quantiles([1, 5, 2, 8, 7], n=10), statistics.quantiles([1, 5, 2, 8], n=3, method="inclusive"))
