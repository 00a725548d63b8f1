# Names that old and new notebooks reach for beside the usual ones.
import os
import sys
from functools import reduce

import numpy as np
import torch
import torch.functional as TF
import torch.nn.init as init
from torch import einsum, nn, softmax
from torch.autograd import Variable
from torch.cuda.amp import autocast
from torch.functional import norm
from torch.nn import Linear, Module, Parameter
from torch.nn.functional import log_softmax, pad

x = Variable(torch.FloatTensor([[1, 2], [3, 4]]), requires_grad=False)
print(x, type(x), x.data, x.grad, x.requires_grad)
print(Variable(torch.ones(2), requires_grad=True))
print(torch.ByteTensor([1, 0]), torch.ByteTensor([[1, 0]]).bool(), torch.LongTensor([[3]]), torch.IntTensor([7]))
print(TF.einsum("ij->i", x), norm(x), einsum("i j, j k -> i k", x, x), softmax(x, dim=-1), pad(x, (1, 1)), log_softmax(x, -1))
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
print(device, x.to(device).device, torch.backends.mps.is_available(), x.cpu() is x, x.to(device=device, dtype=torch.long), x.to("cpu", torch.float64).dtype)
with autocast(enabled=False):
    print((x * 2).dtype)
print(reduce(lambda a, b: a @ b, [x, x, x]), torch.concat([x, x], dim=1), torch.gt(x, 2), torch.mv(x, x[0]), torch.transpose(x, 0, 1))
print(torch.masked_fill(x, x > 2, 0), torch.flatten(x, start_dim=0), torch.reshape(x, (4, 1)).shape, torch.pow(x, 2), torch.norm(x, p=2, dim=1), torch.std(x, dim=0))
print(x.byte(), x.eq(1), x.type_as(torch.tensor([1])), x.t(), x.swapaxes(0, 1), x.unfold(0, 2, 1).shape, x.new_zeros(2, 2), x.round(decimals=1), x.view_as(torch.ones(4)), x.expand_as(torch.ones(3, 2, 2)).shape)
print(x.sum(axis=1, keepdims=True), x.max(axis=0)[0], x.max(dim=1, keepdim=True)[1], x.mean(axis=-1), x.var(dim=1, unbiased=False, keepdim=True), x.argmax(dim=1, keepdim=True))
layer = Linear(2, 2)
init.constant_(layer.weight, 0.5)
nn.init.zeros_(layer.bias)
print(layer(x), isinstance(layer, Module), Parameter(x, requires_grad=False), Parameter(torch.ones(1)).requires_grad)
print(layer.weight.data, layer.weight.detach(), layer.weight.grad, [p.nelement() for p in layer.parameters()], layer.weight.size())
print(np.inf, np.sqrt(x.shape[1]), torch.tensor(np.eye(2)), sys.version_info[0], os.path.join("a", "b"), torch.__version__ > "1", np.power(2, 3))
print(torch.set_grad_enabled(True) is not None, torch.is_grad_enabled(), torch.no_grad().__class__.__name__, torch.Tensor(2, 0), torch.numel(x))
