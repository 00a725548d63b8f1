# Gradients that PyTorch computes in one kernel each: all bits, as sums of the integers that they are; where
# bits depend on the processor, digits.
import torch
import torch.nn.functional as F


def bits(name, *tensors):
    print(name, *[t.contiguous().view(torch.int32).to(torch.int64).sum().item() for t in tensors])


def digits(name, *tensors):
    for t in tensors:
        print(name, list(t.shape), [round(v, 4) + 0.0 for v in t.reshape(-1)[::7].tolist()])


def back(name, f, *shape, scale=1.0, show=bits):
    x = (torch.randn(*shape) * scale).requires_grad_()
    y = f(x)
    y.backward(torch.randn(y.shape))
    show(name, x.grad)


torch.manual_seed(5)
for n in (3, 8, 21):
    back("softmax", lambda x: x.softmax(-1), 4, n, show=digits)
    back("softmax over columns", lambda x: x.softmax(0), n, 8, show=digits)
    back("softmax, turned", lambda x: x.t().softmax(-1), n, 5, show=digits)
    back("log_softmax", lambda x: F.log_softmax(x, dim=-1), 4, n, show=digits)
    back("log_softmax over columns", lambda x: x.log_softmax(1), 2, n, 16, show=digits)
    back("layer_norm", lambda x: F.layer_norm(x, (n,)), 5, n, show=digits)

for n in (5, 16, 37):
    x = torch.randn(6, 3, n, requires_grad=True)
    weight = torch.randn(n, requires_grad=True)
    bias = torch.randn(n, requires_grad=True)
    y = F.layer_norm(x, (n,), weight, bias)
    y.backward(torch.randn(y.shape))
    digits("layer_norm, weight, bias", x.grad, weight.grad, bias.grad)

for f in (torch.tanh, torch.sigmoid, F.gelu, torch.relu, F.leaky_relu):
    back(f.__name__, f, 3, 8, scale=2.0)
    back(f.__name__, f, 16, 64)
back("logsigmoid", F.logsigmoid, 16, 6, show=digits)
back("silu", F.silu, 4, 9, show=digits)
back("gelu, tanh", lambda x: F.gelu(x, approximate="tanh"), 16, 64)

weight = torch.rand(9)
target = torch.tensor([3, -100, 8, 0, 3])
for reduction in ("mean", "sum", "none"):
    for w in (None, weight):
        back("nll_loss " + reduction,
             lambda x: F.nll_loss(x, target, weight=w, reduction=reduction), 5, 9)
        back("cross_entropy " + reduction,
             lambda x: F.cross_entropy(x, target, weight=w, reduction=reduction), 5, 9, show=digits)
back("nll_loss of pictures",
     lambda x: F.nll_loss(x, target[2:].view(1, 3).expand(2, 3), ignore_index=8), 2, 9, 3)

table = torch.randn(7, 5, requires_grad=True)
ids = torch.tensor([[1, 1, 6], [0, 1, 6]])
y = F.embedding(ids, table)
y.backward(torch.randn(y.shape))
bits("embedding", table.grad)
table.grad = None
y = F.embedding(ids, table, padding_idx=1)
y.backward(torch.randn(y.shape))
bits("embedding with padding", table.grad)

# what is differentiated again
for f in (torch.tanh, F.gelu, F.silu, lambda x: x.softmax(-1), lambda x: x.log_softmax(-1),
          lambda x: F.layer_norm(x, (4,))):
    x = torch.linspace(-1, 2, 8).view(2, 4).requires_grad_()
    g, = torch.autograd.grad((f(x) ** 2).sum(), x, create_graph=True)
    again, = torch.autograd.grad((g ** 2).sum(), x)
    print([round(v, 3) + 0.0 for v in again.reshape(-1).tolist()])
