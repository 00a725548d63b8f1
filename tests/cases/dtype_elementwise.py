# Elementwise functions of the narrow types, by themselves and with Python numbers.
import torch
import torch.nn.functional as F

x32 = torch.tensor([[1.5, -2.25, 3.1], [0.1, 100.7, -0.333]])
y32 = torch.tensor([[0.7, 1.3, -2.5], [3.3, -1.2, 7.7]])


def show(name, f):
    for dtype in [torch.float16, torch.bfloat16, torch.int16, torch.int8]:
        x = x32.to(dtype)
        y = torch.where(y32.to(dtype) == 0, torch.ones_like(x), y32.to(dtype))
        try:
            print(name, f(x, y))
        except Exception as e:
            print(name, type(e).__name__, e)


for name in ['neg', 'abs', 'sign', 'square', 'sqrt', 'rsqrt', 'reciprocal', 'exp', 'exp2', 'expm1', 'log', 'log2', 'log10', 'log1p', 'sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'sinh', 'cosh', 'tanh', 'erf', 'sigmoid', 'relu', 'floor', 'ceil', 'round', 'trunc', 'frac', 'logical_not', 'isnan', 'isinf', 'isfinite']:
    show(name, lambda x, y: getattr(torch, name)(x))
for name in ["silu", "gelu"]:
    show(name, lambda x, y: getattr(F, name)(x))
show("gelu tanh", lambda x, y: F.gelu(x, approximate="tanh"))
for name in ['add', 'sub', 'mul', 'div', 'floor_divide', 'remainder', 'fmod', 'atan2', 'maximum', 'minimum', 'eq', 'ne', 'lt', 'le', 'gt', 'ge', 'logical_and', 'logical_or']:
    show(name, lambda x, y: getattr(torch, name)(x, y))
    show(name + " 3", lambda x, y: getattr(torch, name)(x, 3))
    show(name + " 0.3", lambda x, y: getattr(torch, name)(x, 0.3))
for p in [2, 3, 0.5, -1, -2, -0.5, 1, 4, 2.5]:
    show("pow %s" % p, lambda x, y: x ** p)
show("pow", lambda x, y: torch.pow(x, y.abs()))
show("alpha 3", lambda x, y: torch.add(x, y, alpha=3))
show("alpha 0.3", lambda x, y: torch.add(x, y, alpha=0.3))
show("alpha 0.3", lambda x, y: torch.sub(x, y, alpha=0.3))
show("rdiv", lambda x, y: 3.3 / x)
show("rsub", lambda x, y: 3.3 - x)
show("rpow", lambda x, y: 2 ** x)
