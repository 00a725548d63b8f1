# Axes that are not there, caught one by one.
import torch
import torch.nn.functional as F


def attempt(label, f):
    try:
        print(label, "gave", f())
    except Exception as e:
        print(f"{label}: {type(e).__name__}: {e}")


x = torch.ones(2, 3)
z = torch.tensor(5.0)
attempt("sum", lambda: x.sum(dim=2))
attempt("sum twice", lambda: x.sum(dim=(0, 0)))
attempt("mean", lambda: x.mean(-3))
attempt("softmax", lambda: F.softmax(x, dim=2))
attempt("squeeze", lambda: x.squeeze(5))
attempt("unsqueeze", lambda: x.unsqueeze(4))
attempt("transpose", lambda: x.transpose(0, 2))
attempt("permute", lambda: x.permute(0, 2))
attempt("permute twice", lambda: x.permute(0, 0))
attempt("max", lambda: x.max(dim=5))
attempt("argmax", lambda: x.argmax(dim=2))
attempt("sort", lambda: x.sort(dim=3))
attempt("topk", lambda: x.topk(5))
attempt("topk dim", lambda: x.topk(1, dim=2))
attempt("cumsum", lambda: x.cumsum(dim=2))
attempt("cat", lambda: torch.cat([x, x], dim=2))
attempt("stack", lambda: torch.stack([x, x], dim=4))
attempt("size", lambda: x.size(3))
attempt("shape", lambda: x.shape[3])
attempt("stride", lambda: x.stride(2))
attempt("flip", lambda: x.flip(2))
attempt("roll", lambda: x.roll(1, 3))
attempt("chunk", lambda: x.chunk(2, dim=2))
attempt("split", lambda: x.split(1, dim=-3))
attempt("unbind", lambda: x.unbind(2))
attempt("select", lambda: x.select(0, 2))
attempt("flatten", lambda: x.flatten(2))
attempt("tril", lambda: torch.tril(torch.ones(3)))
attempt("triu 0-d", lambda: torch.triu(z))
attempt("len 0-d", lambda: len(z))
attempt("iter 0-d", lambda: list(z))
attempt("index 0-d", lambda: z[0])
attempt("empty max", lambda: torch.tensor([]).max())
attempt("empty max dim", lambda: torch.zeros(0, 3).max(dim=0))
attempt("empty argmax", lambda: torch.tensor([]).argmax())
attempt("norm", lambda: x.norm(dim=2))
attempt("std", lambda: x.std(dim=4))
attempt("repeat_interleave", lambda: x.repeat_interleave(2, dim=2))
