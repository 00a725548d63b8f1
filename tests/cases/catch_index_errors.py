# Indices of every wrong kind.
import torch
import torch.nn.functional as F


def attempt(label, f):
    try:
        print(label, "gave", f())
    except Exception as e:
        print(f"{label}: {type(e).__name__}: {e}")


x = torch.arange(6.0).reshape(2, 3)


def put(key, value):
    x[key] = value

attempt("int", lambda: x[2])
attempt("negative", lambda: x[-3])
attempt("second", lambda: x[0, 3])
attempt("many", lambda: x[0, 1, 2])
attempt("float", lambda: x[1.0])
attempt("step", lambda: x[::-1])
attempt("list", lambda: x[[0, 2]])
attempt("tensor", lambda: x[torch.tensor([0, 5])])
attempt("float tensor", lambda: x[torch.tensor([0.5])])
attempt("pair", lambda: x[torch.tensor([0, 1]), torch.tensor([0, 1, 2])])
attempt("mask", lambda: x[torch.tensor([True, False, True])])
attempt("mask 2-d", lambda: x[torch.ones(3, 2).bool()])
attempt("put", lambda: put(0, torch.ones(2)))
attempt("put rows", lambda: put(slice(None), torch.ones(3, 3)))
attempt("put mask", lambda: put(x > 3, torch.ones(3)))
attempt("put out", lambda: put(7, 1))
attempt("put column", lambda: put((0, 9), 1))
attempt("gather", lambda: x.gather(1, torch.tensor([[0], [5]])))
attempt("gather dims", lambda: x.gather(1, torch.tensor([0])))
attempt("gather type", lambda: x.gather(1, torch.tensor([[0.0]])))
attempt("index_select", lambda: torch.index_select(x, 0, torch.tensor([2])))
attempt("embedding", lambda: F.embedding(torch.tensor([3]), x))
attempt("embedding type", lambda: F.embedding(torch.tensor([0.5]), x))
attempt("one_hot", lambda: F.one_hot(torch.tensor([3]), 2))
attempt("one_hot -1", lambda: F.one_hot(torch.tensor([-1])))
attempt("one_hot type", lambda: F.one_hot(torch.tensor([0.5])))
attempt("cross_entropy", lambda: F.cross_entropy(x, torch.tensor([0, 1, 2])))
attempt("nll", lambda: F.nll_loss(x, torch.tensor([5, 0])))
attempt("list slice", lambda: [1, 2][5:])
attempt("shape", lambda: x.shape[-3])
attempt("size", lambda: x.tolist()[0][3])
