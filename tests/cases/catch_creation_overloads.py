# Wrong calls of what makes a tensor.
import torch


def show(title, call):
    try:
        print(title, "->", call())
    except Exception as error:
        print(title, "->", type(error).__name__, error)


show("zeros()", lambda: torch.zeros())
show("zeros(2.5)", lambda: torch.zeros(2.5))
show("zeros('a')", lambda: torch.zeros("a"))
show("zeros('a', 2)", lambda: torch.zeros("a", 2))
show("zeros(None)", lambda: torch.zeros(None))
show("zeros([2, 3.5])", lambda: torch.zeros([2, 3.5]))
show("zeros(3, 4 / 2)", lambda: torch.zeros(3, 4 / 2))
show("zeros([2, 3], 4)", lambda: torch.zeros([2, 3], 4))
show("zeros(shape=)", lambda: torch.zeros(shape=(2,)))
show("zeros(foo=)", lambda: torch.zeros(2, 3, foo=1))
show("ones((3, 4 / 2))", lambda: torch.ones((3, 4 / 2)))
show("full((2, 3))", lambda: torch.full((2, 3)))
show("full(2, 3)", lambda: torch.full(2, 3))
show("eye(2.5)", lambda: torch.eye(2.5))
show("eye()", lambda: torch.eye())
show("arange()", lambda: torch.arange())
show("arange('5')", lambda: torch.arange("5"))
show("arange(0, 'a')", lambda: torch.arange(0, "a"))
show("arange(1, 2, 3, 4)", lambda: torch.arange(1, 2, 3, 4))
show("arange(start=1)", lambda: torch.arange(start=1))
show("randint(10)", lambda: torch.randint(10))
show("randint(0, 10)", lambda: torch.randint(0, 10))
show("randint(0, 10, 2)", lambda: torch.randint(0, 10, 2))
show("randint(0, 3, (2.0,))", lambda: torch.randint(0, 3, (2.0,)))
show("rand()", lambda: torch.rand())
show("rand(2, 'a')", lambda: torch.rand(2, "a"))
show("rand(seed=)", lambda: torch.rand(2, 3, seed=1))
show("randn(4 / 2, 3)", lambda: torch.randn(4 / 2, 3))
show("randn(3, 4 / 2)", lambda: torch.randn(3, 4 / 2))
show("randn((2, 3), 4)", lambda: torch.randn((2, 3), 4))
show("normal(0, 1)", lambda: torch.normal(0, 1))
show("normal(0)", lambda: torch.normal(0))
show("bernoulli(0.5)", lambda: torch.bernoulli(0.5))
show("still the first numbers", lambda: torch.rand(2))
