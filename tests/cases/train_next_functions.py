# x.grad_fn.next_functions: a place for each tensor, in PyTorch's order; composites go to their inputs.
import types

import torch
import torch.nn as nn
import torch.nn.functional as F


def tree(node, depth):
    if node is None or depth == 0:
        return "None" if node is None else node.name()
    inner = [f"{tree(n, depth - 1)}:{k}" for n, k in node.next_functions]
    return f"{node.name()}({', '.join(inner)})"


torch.manual_seed(0)
x = torch.randn(3, 4, requires_grad=True)
w = torch.randn(4, 4, requires_grad=True)
c, t = torch.randn(3, 4), torch.tensor([0, 1, 2])
two, three = nn.Linear(4, 2), nn.Linear(4, 2, bias=False)
made = dict(
    add=x + 2, add_c=x + c, mul=3 * x, mul_c=c * x, rsub=1 - x, div=x / 2, pow=x ** 2, pow_c=x ** c, mm=x @ w, mm_c=c @ w,
    linear=two(c), linear_x=two(x), no_bias=three(x), linear3=two(x.unsqueeze(0)), linear3_no_bias=three(x.unsqueeze(0)),
    mse=F.mse_loss(x, c), mse_sum=F.mse_loss(x, c, reduction="sum"), ce=F.cross_entropy(x, t), l1=F.l1_loss(x, c),
    smooth=F.smooth_l1_loss(x, c), huber=F.huber_loss(x, c), bce=F.binary_cross_entropy(torch.sigmoid(x), c.sigmoid()),
    logits=F.binary_cross_entropy_with_logits(x, c), kl=F.kl_div(x, c), norm=F.layer_norm(x, (4,)), norm_w=nn.LayerNorm(4)(x),
    batch=nn.BatchNorm1d(4)(x), conv=nn.Conv1d(3, 2, 2)(x.unsqueeze(0)), where=torch.where(x > 0, x, c),
    fill=x.masked_fill(c > 0, 0.0), addmm=torch.addmm(c, x, w), mish=F.mish(x), soft=F.soft_margin_loss(x, c.sign()))
for name, y in made.items():
    print(name, tree(y.grad_fn, 3))

# The official tutorial's steps from the loss back.
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 4))
loss = nn.MSELoss()(net(c), torch.ones(3, 4))
print(loss.grad_fn.name(), loss.grad_fn.next_functions[0][0].name(), loss.grad_fn.next_functions[0][0].next_functions[0][0].name())

# A gradient that has a gradient shows the step it came by.
for f in (torch.sigmoid, torch.tanh, F.gelu, lambda x: torch.softmax(x, -1), lambda x: torch.log_softmax(x, -1), torch.relu,
          F.elu, F.leaky_relu, F.softplus, F.logsigmoid, lambda x: F.nll_loss(x, t)):
    y = f(x)
    (grad,) = torch.autograd.grad(y, x, torch.ones_like(y).requires_grad_(), create_graph=True)
    print(grad.grad_fn.name())


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


print(type(Double.apply(x).grad_fn), type((x + 1).grad_fn).__name__)
for walk in ("parameters", "named_parameters", "modules", "named_modules", "children", "named_children", "buffers",
             "named_buffers"):
    found = getattr(net, walk)()
    print(str(found).split(" at ")[0], isinstance(found, types.GeneratorType), len(list(found)))
print(type(F.mse_loss(x, c).grad_fn).__module__, type(F.binary_cross_entropy_with_logits(x, c).grad_fn).__module__)


class Times(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b, n):
        return a * b * n

    @staticmethod
    def backward(ctx, g):
        return g, g, None


for pair in ((x, c), (c, x), (x, x), (x * 2, c)):
    product = Times.apply(*pair, 2)
    print(tree(product.grad_fn, 2))
for kind in (torch.FloatTensor, torch.Tensor):
    again = kind(x)
    print(tree(again.grad_fn, 2), again.is_leaf, kind(c).is_leaf, again.data_ptr() == x.data_ptr())
    print(torch.autograd.grad((again * 3).sum(), x)[0])
