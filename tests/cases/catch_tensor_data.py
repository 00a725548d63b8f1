# What torch.tensor makes of odd lists, and what it refuses.
import torch


def show(title, call):
    try:
        print(title, "->", call())
    except Exception as error:
        print(title, "->", type(error).__name__, error)


show("a str", lambda: torch.tensor("a"))
show("a list of str", lambda: torch.tensor(["a", "b"]))
show("a number, then a str", lambda: torch.tensor([1, "a"]))
show("None inside", lambda: torch.tensor([1, None]))
show("rows, then a number", lambda: torch.tensor([[1, 2], 3]))
show("rows of two lengths", lambda: torch.tensor([[1, 2], [3]]))
show("too large for uint8", lambda: torch.tensor([256], dtype=torch.uint8))
show("below 0 in uint8", lambda: torch.tensor([-1], dtype=torch.uint8))
show("far below 0 in uint8", lambda: torch.tensor([-300], dtype=torch.uint8))
show("a fraction below 0 in uint8", lambda: torch.tensor([-0.5], dtype=torch.uint8))
show("too large for int32", lambda: torch.tensor([2**31], dtype=torch.int32))
show("1e20 as int64", lambda: torch.tensor([1e20], dtype=torch.long))
show("nan as int32", lambda: torch.tensor([float("nan")], dtype=torch.int))
show("inf as int64", lambda: torch.tensor([float("inf")], dtype=torch.long))
show("3.9 as int32", lambda: torch.tensor([3.9], dtype=torch.int))
show("tensors of one cell", lambda: torch.tensor([torch.tensor(1), torch.tensor(2.5)]))
show("tensors of shape (1,)", lambda: torch.tensor([torch.tensor([1.5]), torch.tensor([2.5])]))
show("tensors of two cells", lambda: torch.tensor([torch.ones(2), torch.zeros(2)]))
show("integer tensors of two cells", lambda: torch.tensor([torch.tensor([1, 2])]))
show("a float tensor as int64", lambda: torch.tensor([torch.ones(1)], dtype=torch.long))
show("the rows of an arange", lambda: torch.tensor(list(torch.arange(3))))
show("stack instead", lambda: torch.stack([torch.ones(2), torch.zeros(2)]))
show("cat of a number", lambda: torch.cat([torch.ones(2), 1]))
show("cat of None", lambda: torch.cat([torch.ones(2), None]))
show("stack of numbers", lambda: torch.stack([1, 2]))
