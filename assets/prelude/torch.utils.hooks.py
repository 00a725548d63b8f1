# Makes handles of hooks, and tells how a module's backward hooks learn of the gradients: the tensors that go
# into the module and come out of it pass a node of their own.

import itertools

import torch
from torch._C import _attach_function, _known_as

_numbers = itertools.count()


class RemovableHandle:
    """What registering a hook returns: remove() takes the hook away again."""

    def __init__(self, hooks, hook):
        self._hooks = hooks
        self.id = next(_numbers)
        hooks[self.id] = hook

    def remove(self):
        """Take the hook away."""
        self._hooks.pop(self.id, None)

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.remove()
        return False


def _marked(values, on_gradients):
    """The values with each tensor behind a node that calls on_gradients, and the places of the
    tensors; None instead of the places when no gradient can come."""
    places = [k for k, value in enumerate(values) if isinstance(value, torch.Tensor)]
    tensors = [values[k] for k in places]
    if not (torch.is_grad_enabled() and any([x.requires_grad for x in tensors])):
        return values, None
    views = [_known_as(x) for x in tensors]
    asking = [k for k, x in enumerate(tensors) if x.requires_grad]

    def gradients(*grads):
        """A gradient for each tensor; None for one that asks for none."""
        spread = [None] * len(views)
        for k, grad in zip(asking, grads):
            spread[k] = grad
        return tuple(on_gradients(tuple(spread), views))

    _attach_function("BackwardHookFunctionBackward", gradients, tensors, [views[k] for k in asking])
    made = list(values)
    for place, view in zip(places, views):
        made[place] = view
    return tuple(made), places


def _filled(grads, views):
    """Zeros where nothing has come."""
    return tuple([torch.zeros_like(view) if grad is None else grad for grad, view in zip(grads, views)])


def _spread(places, found, count):
    """What was found for some places, with None at the others."""
    whole = [None] * count
    for place, value in zip(places, found):
        whole[place] = value
    return tuple(whole)


class BackwardHook:
    """The full backward hooks of a module for one call of it."""

    def __init__(self, module, user_hooks):
        self.module = module
        self.user_hooks = user_hooks
        self.grad_outputs = None

    def setup_input_hook(self, args):
        """What the module is to be called with."""
        self.n_inputs = len(args)
        made, self.input_places = _marked(args, self._inputs_came)
        return made

    def setup_output_hook(self, result):
        """What the module gives."""
        whole = result if isinstance(result, tuple) else (result,)
        self.n_outputs = len(whole)
        made, self.output_places = _marked(whole, self._outputs_came)
        return made if isinstance(result, tuple) else made[0]

    def _outputs_came(self, grads, views):
        self.grad_outputs = _spread(self.output_places, grads, self.n_outputs)
        if self.input_places is None:
            for hook in self.user_hooks:
                changed = hook(self.module, (None,) * self.n_inputs, self.grad_outputs)
                if changed is not None and not (isinstance(changed, tuple)
                                                and all([x is None for x in changed])):
                    raise RuntimeError("Backward hook for Modules where no input requires gradient "
                                       "should always return None or None for all gradients.")
            self.grad_outputs = None
        return _filled(grads, views)

    def _inputs_came(self, grads, views):
        grads = _filled(grads, views)
        if self.grad_outputs is None:
            return grads
        whole = _spread(self.input_places, grads, self.n_inputs)
        for hook in self.user_hooks:
            changed = hook(self.module, whole, self.grad_outputs)
            if changed is None:
                continue
            if len(changed) != len(whole):
                raise RuntimeError("Backward hook returned an invalid number of grad_input, got "
                                   f"{len(changed)}, but expected {len(whole)}")
            whole = changed
        self.grad_outputs = None
        return [whole[place] for place in self.input_places]
