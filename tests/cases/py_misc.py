# Odds and ends: names reassigned, comments, semicolons, unicode, docstrings, tabs, main guard.
"""A string that does nothing."""
import logging
import sys
import warnings
from inspect import signature

import torch
import torch.nn.functional as F

warnings.filterwarnings("ignore")
input = torch.tensor([1.0, 2.0]); iter = 3; F_out = F.softmax(input, dim=0)  # shadows two builtins
print(input, iter, F_out.shape)
sum_ = list = None
print(sum_, list)
del list
print(list("ok"))
α, Δ, größe = 0.5, 2, "gross"
print(α * Δ, größe, "→ ✓ 你好 🙂", len("🙂"))


def indented():
	"""Indented by a tab.

	Second line.
	"""
	if True:
			deep = "seven or tabs"
			return deep


class Holder: pass
class Slots(object): x = 1; y = x + 1


h = Holder()
h.a, h.b = 1, [2]
h.b[0] += 5
h.b[0:1] = [9, 9]
print(indented(), indented.__doc__.strip().splitlines()[0], vars(h), Slots.y, Holder().__class__.__name__)
if __name__ == "__main__":
    print("main guard", __name__)
print(signature(lambda x, y=1, *a, **k: 0), sys.maxsize > 2 ** 60, isinstance(logging.getLogger("x"), logging.Logger))
print(1,
      2,  # in the middle
      3)
long_call = dict(
    first=1,
    second=[
        2,
    ],
)
print(long_call, (  # comment
    1 + 2
), """a
b""".count("\n"), 'x' 'y' "z", not True == False, None is not h, ..., Ellipsis is ..., NotImplemented)
print(id(h) == id(h), h == h, h != Holder(), type(h) == Holder, print is print, isinstance(print, object), print(end=""))
print(bool(""), bool(" "), bool(None), bool(h), int is int, [] is [], () == (), "" or "default", 0 or [] or {} or "last", 1 and 2 and 3)
print(getattr(torch, "pi"), hasattr(torch, "nothing_here"), torch.tensor.__name__, F.softmax.__name__, torch.nn.Linear.__name__)
exec_order = []
def note(x):
    exec_order.append(x); return x
note(1) + note(2) * note(3); (note(4), note(5))[0]; {note(6): note(7)}; note(8) if note(0) else note(9)
print(exec_order, note(1) < note(5) < note(3), exec_order[-3:], [note(i) for i in (1, 2)][::-1], print)
