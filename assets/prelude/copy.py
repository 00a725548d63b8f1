# Makes copies of values. A shallow copy shares what the value holds; a deep copy shares nothing, and a value
# that is reached twice is copied once (`memo`). Modules are copied attribute by attribute, without calling
# __init__.

import torch
from torch._C import Parameter


def copy(x):
    """A new outer object with the same contents."""
    if isinstance(x, torch.Tensor):
        return _same_kind(x, x.detach())
    if hasattr(x, "__copy__"):
        return x.__copy__()
    if isinstance(x, dict):
        return _with_attributes(x, x.copy())
    if isinstance(x, list):
        return x[:] if type(x) is list else type(x)(x)
    if isinstance(x, set):
        return type(x)(x)
    if _is_atomic(x) or isinstance(x, tuple):
        return x
    made = object.__new__(type(x))
    made.__dict__.update(x.__dict__)
    return made


def deepcopy(x, memo=None):
    """A copy that shares nothing with `x`; tensors keep shape and strides, parameters stay parameters."""
    memo = {} if memo is None else memo
    if id(x) in memo:
        return memo[id(x)]
    if _is_atomic(x):
        return x
    if isinstance(x, torch.Tensor):
        if not x.is_leaf:
            raise RuntimeError("Only Tensors created explicitly by the user (graph leaves) "
                               "support the deepcopy protocol at the moment")
        made = _same_kind(x, x.detach().clone())
        if x.grad is not None and not isinstance(x, Parameter):
            made.grad = deepcopy(x.grad, memo)
    elif hasattr(x, "__deepcopy__"):
        made = x.__deepcopy__(memo)
    elif isinstance(x, dict):
        made = x.copy()
        made.clear()
        memo[id(x)] = made
        for key, value in x.items():
            made[deepcopy(key, memo)] = deepcopy(value, memo)
    elif isinstance(x, list):
        made = []
        memo[id(x)] = made
        for item in x:
            made.append(deepcopy(item, memo))
    elif isinstance(x, tuple):
        made = tuple.__new__(type(x), [deepcopy(item, memo) for item in x])
        if all([new is old for new, old in zip(made, x)]):
            made = x
    elif isinstance(x, set):
        made = set([deepcopy(item, memo) for item in x])
    else:
        made = object.__new__(type(x))
        memo[id(x)] = made
        own = any(["__getstate__" in c.__dict__ for c in type(x).__mro__])
        state = deepcopy(x.__getstate__(), memo) if own else None
        if state is None:
            for name, value in x.__dict__.items():
                made.__dict__[name] = deepcopy(value, memo)
        elif hasattr(x, "__setstate__"):
            made.__setstate__(state)
        else:
            made.__dict__.update(state)
    memo[id(x)] = made
    return made


def _same_kind(old, data):
    """`data` as what `old` is: a parameter, or a tensor that asks for a gradient."""
    if isinstance(old, Parameter):
        return Parameter(data, old.requires_grad)
    return data.requires_grad_(old.requires_grad)


def _with_attributes(old, made):
    """Give the copy of a dict subclass the attributes that the old one carries."""
    if type(old) is not dict:
        made.__dict__.update(old.__dict__)
    return made


def _is_atomic(x):
    """True for what a copy may share: numbers, strings, functions, classes, dtypes, devices."""
    if x is None or x is Ellipsis or hasattr(x, "__name__"):
        return True
    if isinstance(x, (bool, int, float, str, torch.Size, torch.dtype, torch.device)):
        return True
    return not isinstance(x, (dict, list, tuple, set)) and not hasattr(x, "__dict__")
