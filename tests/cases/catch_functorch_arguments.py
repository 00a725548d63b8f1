# functorch.grad: which arguments it is asked for, what the function may give back.
import torch
import functorch

x = torch.tensor([1.0, 2.0])


def f(a, b):
    return (a * b).sum()


for ask in (lambda: functorch.grad(f, argnums=-1)(x, x * 2),
            lambda: functorch.grad(f, argnums=(1, 0))(x, x * 2),
            lambda: functorch.grad(f, argnums=2)(x, x),
            lambda: functorch.grad(f, argnums=(0, -3))(x, x),
            lambda: functorch.grad(f, argnums=1.0)(x, x),
            lambda: functorch.grad(lambda a: 5)(x),
            lambda: functorch.grad(lambda a: a)(x),
            lambda: functorch.grad(lambda a: a.sum(), has_aux=True)(x),
            lambda: functorch.grad(lambda a: (a.sum(), a.max(), a), has_aux=True)(x),
            lambda: functorch.grad(lambda a: (a.sum(), 7), has_aux=True)(x),
            lambda: functorch.grad(lambda a: (a.sum(), {"twice": a * 2, "more": (a, a + 1)}), has_aux=True)(x),
            lambda: functorch.grad(lambda a: (a.sum(), None), has_aux=True)(x),
            lambda: functorch.grad_and_value(lambda a: (a.prod(), a), has_aux=True)(x),
            lambda: functorch.jacrev(f, argnums=3)(x, x),
            lambda: functorch.jacrev(lambda a, b: a * b, argnums=-2)(x, x)):
    try:
        print(ask())
    except (RuntimeError, TypeError, IndexError) as e:
        print(type(e).__name__, e)
