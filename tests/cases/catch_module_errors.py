# Modules used wrongly.
import torch
import torch.nn as nn


def attempt(label, f):
    try:
        print(label, "gave", f())
    except Exception as e:
        print(f"{label}: {type(e).__name__}: {e}")


x = torch.ones(1, 3)
attempt("Linear", lambda: nn.Linear(2))
attempt("width", lambda: nn.Linear(2, 3)(x))
attempt("width 1-d", lambda: nn.Linear(2, 3)(x[0]))
attempt("width 3-d", lambda: nn.Linear(2, 3, bias=False)(x[None]))
attempt("int", lambda: nn.Linear(3, 3)(x.long()))
attempt("double", lambda: nn.Linear(3, 3)(x.double()))
attempt("Embedding", lambda: nn.Embedding(3, 2)(torch.tensor([3])))
attempt("Embedding type", lambda: nn.Embedding(3, 2)(x))
attempt("LayerNorm", lambda: nn.LayerNorm(4)(x))
attempt("Softmax", lambda: nn.Softmax(dim=4)(x))
attempt("Dropout", lambda: nn.Dropout(-0.1))
attempt("MHA heads", lambda: nn.MultiheadAttention(6, 4))
attempt("MHA width", lambda: nn.MultiheadAttention(4, 2)(x, x, x))
attempt("MHA keys", lambda: nn.MultiheadAttention(3, 1)(x, torch.ones(2, 3), x))
attempt("MHA padding", lambda: nn.MultiheadAttention(3, 1, batch_first=True)(x[None], x[None], x[None], key_padding_mask=torch.zeros(1, 2).bool()))
attempt("Sequential", lambda: nn.Sequential(nn.ReLU())[3])
attempt("ModuleList", lambda: nn.ModuleList([nn.ReLU()])[2])
attempt("ModuleDict", lambda: nn.ModuleDict({})['a'])
attempt("not a module", lambda: nn.Sequential(3))
attempt("not a module 2", lambda: nn.ModuleList([1]))
attempt("no forward", lambda: nn.Module()(x))
attempt("list forward", lambda: nn.ModuleList([nn.ReLU()])(x))
attempt("attribute", lambda: nn.Linear(2, 2).nothing)
attempt("Parameter", lambda: nn.Parameter(torch.arange(2)))
attempt("arguments", lambda: nn.Linear(1, 1)(x, x))
attempt("keyword", lambda: nn.ReLU(bad=1))
attempt("nn.Foo", lambda: nn.Foo)
attempt("bias", lambda: nn.Linear(2, 2, bias=False).bias)
attempt("weight shape", lambda: setattr(nn.Linear(2, 2), 'weight', torch.ones(2, 2)))
attempt("leaf", lambda: nn.Linear(2, 2).weight.fill_(1))
attempt("leaf index", lambda: nn.Linear(2, 2).weight[0].add_(1))
attempt("numpy", lambda: nn.Linear(2, 2).weight.numpy())
attempt("deep", lambda: nn.Sequential(nn.Linear(3, 2), nn.ReLU(), nn.Linear(3, 1))(x))
