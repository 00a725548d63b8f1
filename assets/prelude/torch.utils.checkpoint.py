# Makes checkpoints: forward() keeps nothing but the arguments; backward() runs the function once more, with
# the same random numbers.

import torch
from torch.autograd.function import Function


class CheckpointFunction(Function):
    """The function, and its second run."""

    @staticmethod
    def forward(ctx, function, preserve_rng_state, *args):
        """The first run, which records nothing."""
        ctx.run_function = function
        ctx.state = torch.get_rng_state() if preserve_rng_state else None
        ctx.args = args
        ctx.save_for_backward(*[x for x in args if isinstance(x, torch.Tensor)])
        with torch.no_grad():
            return function(*args)

    @staticmethod
    def backward(ctx, *grads):
        """The second run, and back through it."""
        ctx.saved_tensors
        inputs = [x.detach().requires_grad_(x.requires_grad) if isinstance(x, torch.Tensor) else x
                  for x in ctx.args]
        before = torch.get_rng_state()
        if ctx.state is not None:
            torch.set_rng_state(ctx.state)
        try:
            with torch.enable_grad():
                made = ctx.run_function(*inputs)
        finally:
            if ctx.state is not None:
                torch.set_rng_state(before)
        made = made if isinstance(made, tuple) else (made,)
        pairs = [(x, grad) for x, grad in zip(made, grads)
                 if isinstance(x, torch.Tensor) and x.requires_grad]
        if not pairs:
            raise RuntimeError("none of output has requires_grad=True, this checkpoint() is not necessary")
        torch.autograd.backward([x for x, _ in pairs], [grad for _, grad in pairs])
        return (None, None) + tuple([x.grad if isinstance(x, torch.Tensor) else None for x in inputs])


def checkpoint(function, *args, use_reentrant=True, preserve_rng_state=True, **kwargs):
    """function(*args), computed again in backward(); the other kind (use_reentrant=False) gives the same
    gradients, and here it keeps what the function records."""
    if not use_reentrant:
        return function(*args, **kwargs)
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    if torch.is_grad_enabled() and not any([isinstance(x, torch.Tensor) and x.requires_grad
                                            for x in args]):
        import warnings
        warnings.warn("None of the inputs have requires_grad=True. Gradients will be None")
    return CheckpointFunction.apply(function, preserve_rng_state, *args)


def checkpoint_sequential(functions, segments, input, use_reentrant=True, preserve_rng_state=True):
    """A chain of layers, cut into segments of which all but the last are checkpoints."""
    layers = list(functions.children()) if isinstance(functions, torch.nn.Sequential) else list(functions)

    def run(start, end):
        """Some of the layers, one after the other."""
        def forward(x):
            """Through layers start ... end."""
            for layer in layers[start:end + 1]:
                x = layer(x)
            return x
        return forward

    size, end = len(layers) // segments, -1
    for start in range(0, size * (segments - 1), size):
        end = start + size - 1
        input = checkpoint(run(start, end), input, use_reentrant=use_reentrant,
                           preserve_rng_state=preserve_rng_state)
    return run(end + 1, len(layers) - 1)(input)
