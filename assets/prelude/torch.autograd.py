# Asks for gradients: backward(), grad(), hooks. What goes through the graph stands in C; the formulas stand
# in torch._gradients; functions with a gradient of their own in torch.autograd.function.

import torch
from torch import no_grad, enable_grad, set_grad_enabled, inference_mode
from torch._C import _run_backward, _hooks_of
from torch.autograd.function import Function, _passes


def __getattr__(name):
    """Checks of gradients, from the file where they stand."""
    if name not in ("gradcheck", "gradgradcheck"):
        raise AttributeError(f"module 'torch.autograd' has no attribute '{name}'")
    import torch.autograd._gradcheck as checks
    globals()[name] = getattr(checks, name)
    return globals()[name]


def Variable(data, requires_grad=False, volatile=None):
    """The tensor itself, detached; shape kept."""
    return data.detach().requires_grad_(requires_grad)


def _as_tuple(x):
    """A tensor alone as a tuple of one; else what it gives one by one, as `net.parameters()` does."""
    return (x,) if isinstance(x, torch.Tensor) else tuple(x)


def _first_gradients(outputs, grads, is_grads_batched=False):
    """The gradient that each output starts with; None: a 1 for a scalar."""
    made = []
    for place, (out, grad) in enumerate(zip(outputs, grads)):
        if grad is None:
            if out.requires_grad and out.numel() != 1:
                raise RuntimeError("grad can be implicitly created only for scalar outputs")
        elif not isinstance(grad, torch.Tensor):
            raise TypeError("gradients can be either Tensors or None, but got "
                            + type(grad).__name__)
        elif out.shape != grad.shape:
            raise RuntimeError(f"Mismatch in shape: grad_output[{place}] has a shape of {grad.shape}"
                               f" and output[{place}] has a shape of {out.shape}.")
        made.append(grad)
    return made


def _check_roots(outputs):
    """Gradients start only at tensors that something was recorded of."""
    for place, out in enumerate(outputs):
        if not out.requires_grad:
            raise RuntimeError(f"element {place} of tensors does not require grad and does not have "
                               "a grad_fn")


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None,
             inputs=None):
    """Add the gradients of the tensors to .grad of the leaves they were made of."""
    if grad_variables is not None:
        grad_tensors = grad_variables
    if inputs is not None and len(inputs) == 0:
        raise RuntimeError("'inputs' argument to backward() cannot be empty.")
    tensors = _as_tuple(tensors)
    grads = [None] * len(tensors) if grad_tensors is None else _as_tuple(grad_tensors)
    grads = _first_gradients(tensors, grads)
    _check_roots(tensors)
    if inputs is not None:
        inputs = _as_tuple(inputs)
        for x in inputs:
            x.retain_grad()
    keeps = create_graph if retain_graph is None else retain_graph
    with _passes(keeps):
        _run_backward(tensors, grads, inputs, keeps, create_graph, True)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True,
         allow_unused=False, is_grads_batched=False):
    """The gradients of the outputs for the inputs, as a tuple; no .grad changes."""
    outputs, inputs = _as_tuple(outputs), _as_tuple(inputs)
    grads = [None] * len(outputs) if grad_outputs is None else _as_tuple(grad_outputs)
    grads = _first_gradients(outputs, grads)
    _check_roots(outputs)
    if len(inputs) == 0:
        raise ValueError("grad requires non-empty inputs.")
    for x in inputs:
        if not x.requires_grad:
            raise RuntimeError("One of the differentiated Tensors does not require grad")
    keeps = create_graph if retain_graph is None else retain_graph
    with _passes(keeps):
        found = _run_backward(outputs, grads, inputs, keeps, create_graph, False)
    if not allow_unused and any([g is None for g in found]):
        raise RuntimeError("One of the differentiated Tensors appears to not have been used in the "
                           "graph. Set allow_unused=True if this is the desired behavior.")
    return found


def _register_hook(tensor, hook):
    """The handle of a hook on a tensor's gradient; what the hook returns takes its place."""
    from collections import OrderedDict
    from torch.utils.hooks import RemovableHandle
    if not tensor.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    return RemovableHandle(_hooks_of(tensor, OrderedDict()), hook)


def _call_hook(hook, grad):
    """What the hook makes of a gradient, if it may be one."""
    changed = hook(grad)
    if changed is None:
        return None
    if not isinstance(changed, torch.Tensor):
        raise TypeError(f"expected Variable, but hook returned '{type(changed).__name__}'")
    name = getattr(hook, "__name__", "<unknown>")
    if changed.dtype != grad.dtype:
        raise RuntimeError(f"hook '{name}' has changed the type of value (was {grad.type()} got {changed.type()})")
    if changed.shape != grad.shape:
        raise RuntimeError(f"hook '{name}' has changed the size of value")
    return changed


class set_detect_anomaly:
    """Whether to look for nan in backward(); here nothing changes."""

    def __init__(self, mode, check_nan=True):
        self.mode = mode

    def __enter__(self):
        return None

    def __exit__(self, kind, error, trace):
        return False


class detect_anomaly(set_detect_anomaly):
    """The same, as a context."""

    def __init__(self, check_nan=True):
        set_detect_anomaly.__init__(self, True, check_nan)
