# The table of a tensor's hooks holds the code's own functions; what a hook gives must be like the gradient.
import torch
def own(g): return g * 2
x = torch.ones(2, requires_grad=True)
print(x._backward_hooks)
h = x.register_hook(own)
k = x.register_hook(print)
print(len(x._backward_hooks), list(x._backward_hooks.values())[0] is own, type(x._backward_hooks).__name__, [f.__name__ for f in x._backward_hooks.values()])
h.remove(); print(x._backward_hooks, len(x._backward_hooks))
y = x * 2
y.register_hook(own)
print(list(y._backward_hooks.values()) == [own])
def bad(g): return g[:1]
x.register_hook(bad)
try: (x * 1).sum().backward()
except Exception as e: print(type(e).__name__, e)
z = torch.ones(2, requires_grad=True)
def worse(g): return 3
z.register_hook(worse)
try: z.sum().backward()
except Exception as e: print(type(e).__name__, e)
z = torch.ones(2, requires_grad=True)
z.register_hook(lambda g: g.double())
try: z.sum().backward(); print(z.grad)
except Exception as e: print(type(e).__name__, e)
try: x.register_hook(3); x.sum().backward()
except Exception as e: print(type(e).__name__, e)
