# Sizes and axes: written one by one, in a tuple, or wrongly.
import torch

f = torch.arange(6.0).reshape(2, 3)


def show(title, call):
    try:
        print(title, "->", call())
    except Exception as error:
        print(title, "->", type(error).__name__, error)


show("view()", lambda: f.view())
show("view('a')", lambda: f.view("a"))
show("view(None)", lambda: f.view(None))
show("view(2.0, 3)", lambda: f.view(2.0, 3))
show("view(3, 2.0)", lambda: f.view(3, 2.0))
show("view((2.0, 3))", lambda: f.view((2.0, 3)))
show("view(rows / 2, -1)", lambda: f.view(f.shape[0] / 2, -1))
show("view(3, 2)", lambda: f.view(3, 2).shape)
show("reshape()", lambda: f.reshape())
show("reshape('a')", lambda: f.reshape("a"))
show("reshape(2, 'a')", lambda: f.reshape(2, "a"))
show("torch.reshape(f, 3, 2)", lambda: torch.reshape(f, 3, 2))
show("torch.reshape(f, (6 / 2, -1))", lambda: torch.reshape(f, (6 / 2, -1)))
show("torch.reshape(f)", lambda: torch.reshape(f))
show("permute()", lambda: f.permute())
show("permute('a', 0)", lambda: f.permute("a", 0))
show("permute(0, 'a')", lambda: f.permute(0, "a"))
show("permute([0, 1.0])", lambda: f.permute([0, 1.0]))
show("torch.permute(f, 1, 0)", lambda: torch.permute(f, 1, 0))
show("expand()", lambda: f.expand())
show("expand('a')", lambda: f.expand("a"))
show("expand(2, 'a')", lambda: f.expand(2, "a"))
show("repeat()", lambda: f.repeat())
show("repeat(1.5, 1)", lambda: f.repeat(1.5, 1))
show("repeat(2, 'a')", lambda: f.repeat(2, "a"))
show("flip()", lambda: f.flip())
show("torch.flip(f)", lambda: torch.flip(f))
show("new_full(2, 3)", lambda: f.new_full(2, 3))
show("tril(1, 2)", lambda: f.tril(1, 2))
show("torch.tril(f, 1, 2)", lambda: torch.tril(f, 1, 2))
show("tril(diagonal=1.5)", lambda: f.tril(diagonal=1.5))
show("topk()", lambda: torch.topk())
show("mm of three", lambda: torch.mm(f, f, f))
show("bmm of numbers", lambda: torch.bmm(1, 2, 3))
show("numel(1)", lambda: f.numel(1))
show("exp(1, 2)", lambda: f.exp(1, 2))
show("t(foo=1)", lambda: f.t(foo=1))
show("sum by name", lambda: f.sum("rows"))
show("max by name", lambda: f.max("rows"))
show("cat by name", lambda: torch.cat([f, f], dim="rows"))
show("sum([0, 'a'])", lambda: f.sum([0, "a"]))
