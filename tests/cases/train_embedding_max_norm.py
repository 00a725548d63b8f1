# max_norm: rows that are read are cut to a length, in the table; gradients go on as ever.
import torch
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP

torch.manual_seed(0)
table = nn.Embedding(6, 4, max_norm=1.0)
print(table)
print(table.weight.norm(dim=1))
words = torch.tensor([[0, 2], [2, 5]])
out = table(words)
print(out, table.weight.norm(dim=1))
loss = (out * torch.arange(4.)).sum()
loss.backward()
print(table.weight.grad)
torch.optim.SGD(table.parameters(), lr=0.5).step()
print(table(words))
print(nn.Embedding(5, 3, max_norm=0.5, norm_type=1)(torch.arange(5)))
try:
    DDP(nn.Linear(2, 2))
except RuntimeError as error:
    print(error)

# what editors import by themselves
import torch.fx
import torch.hub
import torch.nn.utils.prune
import torch.profiler
from torch.autograd import grad_mode, variable
from torch.nn.utils.clip_grad import clip_grad_norm_
from torch.quantization import quantize_dynamic
from torch.utils.data.distributed import DistributedSampler
from torch.utils.mobile_optimizer import optimize_for_mobile
print(grad_mode.no_grad is torch.no_grad, clip_grad_norm_ is torch.nn.utils.clip_grad_norm_)
