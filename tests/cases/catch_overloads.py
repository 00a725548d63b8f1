# Calls that fit no overload: PyTorch lists what it would have taken.
import torch

f = torch.arange(6.0).reshape(2, 3)
v = torch.tensor([3.0, 1.0, 2.0])


def show(title, call):
    try:
        print(title, "->", call())
    except Exception as error:
        print(title, "->", type(error).__name__)
        print(error)


show("max of a float", lambda: f.max(0.5))
show("max of a tuple", lambda: f.max((0, 1)))
show("max of numbers", lambda: torch.max(3, 4))
show("sum of a float", lambda: f.sum(0.5))
show("sum, unknown keyword", lambda: f.sum(foo=1))
show("sum, keepdim=1", lambda: f.sum(dim=0, keepdim=1))
show("mean, one too many", lambda: torch.mean(f, 0, False, 1))
show("transpose of one axis", lambda: f.transpose(0))
show("transpose by name and number", lambda: f.transpose("a", 1))
show("transpose of three", lambda: f.transpose(0, 1, 2))
show("cat of two tensors", lambda: torch.cat(f, f))
show("cat of nothing", lambda: torch.cat())
show("where of two", lambda: torch.where(v > 1, v))
show("where with a list", lambda: torch.where([True, False], v, v))
show("where with a str", lambda: torch.where(v > 1, "a", v))
show("masked_fill by a list", lambda: f.masked_fill([True], 0))
show("masked_fill with a str", lambda: f.masked_fill(f > 2, "a"))
show("masked_fill without a value", lambda: f.masked_fill(f > 2))
show("gather by a list", lambda: f.gather([0], 1))
show("index_select by a list", lambda: f.index_select(1, [0, 1]))
show("scatter_ by a list", lambda: f.scatter_(0, [0], 1))
show("fill_ with a str", lambda: f.clone().fill_("a"))
show("add alone", lambda: torch.add(f))
show("add of three", lambda: f.add(1, 2, 3))
show("pow of two numbers", lambda: torch.pow(2, 3))
show("eq of two numbers", lambda: torch.eq(3, 3))
show("softmax without dim", lambda: torch.softmax(f))
show("cumsum without dim", lambda: f.cumsum())
show("squeeze of nothing", lambda: torch.squeeze())
show("flatten of three", lambda: f.flatten(1, 2, 3))
show("clamp by a str", lambda: torch.clamp(v, "a"))
show("repeat_interleave by a str", lambda: v.repeat_interleave("a"))
