# Whatever takes two or three tensors, with the larger one at each place.
import itertools
import numpy as np
import torch
import torch.nn.functional as F

SHAPES = [(2, 3), (3,), (2, 1), (1, 3), (), (1, 1), (2,), (0, 3), (4, 1, 1)]
TWO = "add sub mul div floor_divide remainder fmod maximum minimum eq ne lt le gt ge logical_and logical_or logical_xor atan2 hypot pow isclose xlogy heaviside true_divide dist fmax fmin float_power".split()
NP_TWO = "add subtract multiply divide floor_divide remainder fmod maximum minimum equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor arctan2 hypot power isclose allclose array_equal logaddexp".split()


def cells(shape, k, make):
    n = int(np.prod(shape))
    return make([(7 * j + 3 * k) % 5 + 1 for j in range(n)]).reshape(shape)


def brief(r):
    if isinstance(r, bool):
        return str(r)
    return str(tuple(r.shape)) + " %.4g" % sum((j + 1) * float(x) for j, x in enumerate(r.reshape(-1).tolist()))


def t(f, *args):
    try:
        return brief(f(*args))
    except Exception as e:
        return type(e).__name__


for s, u in itertools.product(SHAPES, SHAPES):
    a, b = cells(s, 0, lambda c: torch.tensor(c, dtype=torch.float32)), cells(u, 1, lambda c: torch.tensor(c, dtype=torch.float32))
    print(s, u, *(t(getattr(torch, n), a, b) for n in TWO))
    print("np", *(t(getattr(np, n), a.numpy(), b.numpy()) for n in NP_TWO))
    print("in", t(lambda: a.clone().add_(b)), t(lambda: a.clone().copy_(b)), t(lambda: a.masked_fill(b > 2, 9)), t(lambda: a.where(b > 2, b)),
          t(lambda: torch.masked_select(a, b > 2)), t(lambda: a.expand_as(b)), t(lambda: torch.broadcast_tensors(a, b)[1]), t(lambda: a.clamp(b)), t(lambda: a.clamp(max=b)))
for s, u, w in itertools.product(SHAPES[:5], repeat=3):
    a, b, c = (cells(x, k, lambda v: torch.tensor(v, dtype=torch.float32)) for k, x in enumerate((s, u, w)))
    print(s, u, w, t(torch.where, a > 2, b, c), t(torch.lerp, a, b, c), t(torch.addcmul, a, b, c), t(torch.addcdiv, a, b, c), t(torch.clamp, a, b, c),
          t(np.where, a.numpy() > 2, b.numpy(), c.numpy()), t(np.clip, a.numpy(), b.numpy(), c.numpy()))
