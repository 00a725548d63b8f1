# Holds what is done with all gradients or all parameters at once.

import math
import warnings

import torch
import torch.nn.utils.rnn as rnn
from torch.nn.utils._reparametrize import spectral_norm, remove_spectral_norm, weight_norm, remove_weight_norm


def _parameter_list(parameters):
    """One tensor, or several."""
    return [parameters] if isinstance(parameters, torch.Tensor) else parameters


def parameters_to_vector(parameters):
    """All parameters, one after the other, in a tensor (total)."""
    return torch.cat([param.view(-1) for param in parameters])


def vector_to_parameters(vec, parameters):
    """Cut a tensor (total) into pieces and make them the data of the parameters."""
    if not isinstance(vec, torch.Tensor):
        from torch.nn.modules.module import _typename
        raise TypeError("expected torch.Tensor, but got: " + _typename(vec))
    start = 0
    for param in parameters:
        count = param.numel()
        param.data = vec[start:start + count].view_as(param).data
        start += count


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False):
    """Shrink all gradients by one factor when together they are longer than max_norm; their length
    before is returned."""
    grads = [param.grad for param in _parameter_list(parameters) if param.grad is not None]
    max_norm, norm_type = float(max_norm), float(norm_type)
    if not grads:
        return torch.tensor(0.)
    if norm_type == math.inf:
        norms = [grad.detach().abs().max() for grad in grads]
        total = norms[0] if len(norms) == 1 else torch.max(torch.stack(norms))
    else:
        norms = [torch.norm(grad.detach(), norm_type) for grad in grads]
        total = torch.norm(torch.stack(norms), norm_type)
    if error_if_nonfinite and torch.logical_or(total.isnan(), total.isinf()):
        raise RuntimeError(f"The total norm of order {norm_type} for gradients from `parameters` is "
                           "non-finite, so it cannot be clipped. To disable this error and scale the "
                           "gradients by the non-finite norm anyway, set `error_if_nonfinite=False`")
    factor = torch.clamp(max_norm / (total + 1e-6), max=1.0)
    for grad in grads:
        grad.detach().mul_(factor)
    return total


def clip_grad_norm(parameters, max_norm, norm_type=2., error_if_nonfinite=False):
    """The old name."""
    warnings.warn("torch.nn.utils.clip_grad_norm is now deprecated in favor of "
                  "torch.nn.utils.clip_grad_norm_.")
    return clip_grad_norm_(parameters, max_norm, norm_type, error_if_nonfinite)


def clip_grad_value_(parameters, clip_value):
    """Cut each cell of the gradients to -clip_value ... clip_value."""
    clip_value = float(clip_value)
    for param in _parameter_list(parameters):
        if param.grad is not None:
            param.grad.data.clamp_(-clip_value, clip_value)
