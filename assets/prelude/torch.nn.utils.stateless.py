# Calls a module with other parameters and buffers than its own.

import torch


def _places(module, name):
    """The dictionary that holds what `name` names, and its name there."""
    *path, last = name.split(".")
    for part in path:
        module = getattr(module, part)
    for held in (module._parameters, module._buffers):
        if last in held:
            return held, last
    return module.__dict__, last


def functional_call(module, parameters_and_buffers, args, kwargs=None):
    """module(*args, **kwargs) with these tensors in the place of its own of the same names. What the module sets
    them to is in parameters_and_buffers afterwards; the module is as it was."""
    put, missing = [], object()
    try:
        for name, tensor in parameters_and_buffers.items():
            held, last = _places(module, name)
            put.append((name, held, last, held.get(last, missing)))
            held[last] = tensor
        return module(*args if isinstance(args, tuple) else (args,), **(kwargs or {}))
    finally:
        for name, held, last, own in reversed(put):
            parameters_and_buffers[name] = held[last]
            if own is missing:
                del held[last]
            else:
                held[last] = own
