# PyTorch's loops take 16 floats at a time; the rest goes through the C library's functions.
# All in bits: whole vectors, rests, and both.
import torch
import torch.nn.functional as F

torch.manual_seed(11)
functions = {
    "sigmoid": torch.sigmoid,
    "silu": F.silu,
    "glu": lambda x: F.glu(torch.cat([x, x.flip(0)])),
    "elu": F.elu,
    "exp2": torch.exp2,
    "x ** 0.3": lambda x: x.abs() ** 0.3,
    "2 ** x": lambda x: 2 ** x,
    "hypot": lambda x: torch.hypot(x, x.flip(0)),
    "quantile": lambda x: x.quantile(0.3),
    "quantiles": lambda x: x.quantile(torch.tensor([0.2, 0.7])),
    "cosine": lambda x: F.cosine_similarity(x, x.flip(0), 0),
}
for name, function in functions.items():
    print(name)
    for n in (1, 3, 7, 15, 16, 17, 31, 32, 40, 100):
        print(n, function(torch.randn(n)).view(torch.int32).tolist())

print("gelu, tanh")
for n in (16, 32, 64, 160):
    print(n, F.gelu(torch.randn(n), approximate="tanh").view(torch.int32).tolist())

print("prod")
for n in (2, 3, 5, 8, 16, 31):
    print(n, torch.randn(n).prod().view(torch.int32).item())

print("losses that are not the last step")
for loss in (F.mse_loss, F.smooth_l1_loss, F.huber_loss, F.l1_loss,
             F.binary_cross_entropy_with_logits, F.kl_div):
    for reduction in ("mean", "sum"):
        x = torch.randn(3, 5, requires_grad=True)
        y = torch.rand(3, 5, requires_grad=True)
        (loss(x, y, reduction=reduction) * 0.7).backward()
        print(loss.__name__, reduction, x.grad.view(torch.int32).tolist(),
              y.grad.view(torch.int32).tolist())
x = torch.rand(6, requires_grad=True)
y = torch.rand(6, requires_grad=True)
(F.binary_cross_entropy(x, y) * 0.7).backward()
print(x.grad.view(torch.int32).tolist(), y.grad.view(torch.int32).tolist())
