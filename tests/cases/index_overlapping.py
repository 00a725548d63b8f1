# assigning a part of an array or tensor to another part of it, and what cannot be assigned
import numpy as np
import torch


def attempt(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, e)


def put(x, key, value):
    x[key] = value
    return x


def add(x, key, value):
    x[key] += value
    return x


def whole():
    return np.arange(6.0)


x = whole()
attempt("shift", lambda: put(x, slice(1, None), x[:-1]))
x = whole()
attempt("shift back", lambda: put(x, slice(0, -1), x[1:]))
x = whole()
attempt("turn", lambda: put(x, slice(None), x[::-1]))
y = np.arange(9).reshape(3, 3)
attempt("transpose", lambda: put(y, slice(None), y.T))
y = np.arange(9).reshape(3, 3)
attempt("mask", lambda: put(y, np.array([True, False, True]), y[1]))
y = np.arange(9).reshape(3, 3)
attempt("array", lambda: put(y, [0, 2], y[1]))
y = np.arange(9).reshape(3, 3)
attempt("running", lambda: add(y, slice(1, None), y[:-1]))
attempt("word", lambda: put(whole(), 0, "a"))
attempt("word among whole", lambda: put(np.arange(3), 0, "a"))
attempt("number in a word", lambda: put(whole(), 0, "2.5"))
attempt("none", lambda: put(whole(), 0, None))
attempt("none among whole", lambda: put(np.arange(3), slice(1, None), None))
attempt("sequence", lambda: put(whole(), 2, [1, 2]))
attempt("row", lambda: put(np.ones((2, 3)), 0, [1, 2]))
attempt("float into whole", lambda: put(np.arange(3), 0, 2.7))
attempt("in place", lambda: add(np.ones((2, 3)), slice(None), np.ones(2)))
attempt("index arrays", lambda: np.ones((4, 4))[[0, 1], [0, 1, 2]])
attempt("index arrays written", lambda: put(np.ones((4, 4)), ([0, 1], [0, 1, 2]), 0))
attempt("mask and array", lambda: np.ones((2, 4))[np.array([True, False]), np.array([0, 1, 2])])

t = torch.arange(5)
attempt("tensor, its own cell", lambda: put(t, None, t[0]))
t = torch.arange(5)
attempt("tensor shifted", lambda: put(t, slice(1, None), t[:-1]))
for scalar in (torch.tensor(5), torch.tensor(True)):
    for key in ((0,), (slice(None),), 0, slice(1), torch.tensor(0), torch.tensor(True), None, (), 1.5, [0]):
        attempt(key, lambda: scalar[key])
attempt("floats as places", lambda: torch.arange(4)[[1.0, 3.0]])
attempt("list", lambda: put(torch.zeros(3), 5, [1.0]))
attempt("too many", lambda: torch.ones(2, 3)[0, 0, 0])
attempt("too many, badly", lambda: torch.ones(2, 3)[0, 0, "a"])
