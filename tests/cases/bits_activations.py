# last digits that depend on PyTorch's own steps: gelu, softmax over columns, logsumexp, losses
import torch
import torch.nn.functional as F

torch.set_printoptions(precision=8, linewidth=120)
torch.manual_seed(11)
x = torch.randn(3, 20)
edges = torch.tensor([0.0, -0.0, 5.5, -5.5, 20.0, -20.0, 1e-6, -1e-6, 100.0, float("inf"), float("nan")])
print(F.gelu(x), F.gelu(edges), sep="\n")
print(F.gelu(x.double())[0, :3], F.gelu(x, approximate="tanh")[0])
for shape, dim in (((5, 6), 0), ((4, 11), 0), ((2, 6, 1), 1), ((3, 4, 2), 0), ((9, 8), 0)):
    y = torch.randn(shape) * 2
    print(torch.softmax(y, dim), F.log_softmax(y, dim), sep="\n")
for shape, dim in (((5, 6), 0), ((5, 6), 1), ((3, 4, 5), 1), ((40,), 0), ((2, 3, 4), (0, 2))):
    y = torch.randn(shape)
    print(y.logsumexp(dim), y.logsumexp(dim, keepdim=True).shape, (y * 1000).logsumexp(dim))
print(torch.tensor([[-float("inf")] * 3, [float("inf"), 1.0, 2.0], [float("nan"), 0.0, 1.0]]).logsumexp(1))
for n in (1, 2, 9, 16, 17, 20, 40, 64, 100, 300):
    logits, target = torch.randn(n, 7), torch.randint(0, 7, (n,))
    print(n, F.cross_entropy(logits, target), F.cross_entropy(logits, target, reduction="sum"),
          F.cross_entropy(logits, target, weight=torch.arange(1.0, 8.0)),
          F.cross_entropy(logits, target, ignore_index=3), F.cross_entropy(logits, target, label_smoothing=0.1))
print(F.cross_entropy(torch.randn(3, 5, 6, 4), torch.randint(0, 5, (3, 6, 4))))
