# Offers what functorch has, under the later name torch.func, which is newer than PyTorch 1.13.
# functional_call takes several dictionaries too.

from functorch import grad, grad_and_value, hessian, jacfwd, jacrev, jvp, vjp, vmap
from torch.nn.utils import stateless


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """module(*args, **kwargs) with these tensors in the place of its own of the same names."""
    held = {}
    for part in parameter_and_buffer_dicts if isinstance(parameter_and_buffer_dicts, (tuple, list)) else (parameter_and_buffer_dicts,):
        held.update(part)
    return stateless.functional_call(module, held, () if args is None else args, kwargs)


def stack_module_state(models):
    """The parameters and buffers of models, stacked, by name."""
    import torch
    names = [dict(model.named_parameters()) for model in models], [dict(model.named_buffers()) for model in models]
    params = {n: torch.stack([part[n].detach() for part in names[0]]).requires_grad_() for n in names[0][0]}
    return params, {n: torch.stack([part[n] for part in names[1]]) for n in names[1][0]}
