# Lets functions have a gradient of their own: forward(ctx, ...) computes, backward(ctx, ...) gives a gradient
# for each argument of forward.

import functools

import torch
from torch._C import _attach_function

_kept = [False]  # whether the graph is kept, of each pass through it that is under way


class _passes:
    """A pass through the graph is under way."""

    def __init__(self, keeps):
        self.keeps = keeps

    def __enter__(self):
        _kept.append(self.keeps)

    def __exit__(self, kind, error, trace):
        _kept.pop()
        return False


class FunctionCtx:
    """What forward() leaves for backward()."""

    _saved = ()
    _versions = ()
    _freed = False
    _no_gradient = ()
    _dirty = ()
    _fills = True

    def save_for_backward(self, *tensors):
        """Keep these tensors; ctx.saved_tensors has them."""
        for place, x in enumerate(tensors):
            if x is not None and not isinstance(x, torch.Tensor):
                raise TypeError("save_for_backward can only save variables, but argument "
                                f"{place} is of type {type(x).__name__}")
        self._saved = tensors
        self._versions = [None if x is None else x._version for x in tensors]

    @property
    def saved_tensors(self):
        """What save_for_backward() was given, if nobody has written over it since."""
        if self._freed:
            raise RuntimeError(
                "Trying to backward through the graph a second time (or directly access saved tensors "
                "after they have already been freed). Saved intermediate values of the graph are freed "
                "when you call .backward() or autograd.grad(). Specify retain_graph=True if you need "
                "to backward through the graph a second time or if you need to access saved tensors "
                "after calling backward.")
        for x, version in zip(self._saved, self._versions):
            if x is not None and x._version != version:
                raise RuntimeError(_overwritten(x, version))
        return self._saved

    saved_variables = saved_tensors

    def mark_non_differentiable(self, *tensors):
        """These outputs have no gradient."""
        self._no_gradient = tensors

    def mark_dirty(self, *tensors):
        """These inputs were changed in place."""
        self._dirty = tensors

    def set_materialize_grads(self, value):
        """Whether an output that nobody used gets a gradient of zeros."""
        self._fills = value


def _overwritten(x, version):
    """What PyTorch says of a saved tensor that was written in place."""
    of = "" if x.grad_fn is None else f"which is output 0 of {x.grad_fn.name()}, "
    return ("one of the variables needed for gradient computation has been modified by an inplace "
            f"operation: [{x.type()} {list(x.shape)}], {of}is at version {x._version}; expected version "
            f"{version} instead. Hint: enable anomaly detection to find the operation that failed to "
            "compute its gradient, with torch.autograd.set_detect_anomaly(True).")


def _is_in(x, many):
    """Whether x itself is one of them."""
    return any([x is other for other in many])


class Function:
    """The base of such functions; they are called by apply()."""

    @staticmethod
    def forward(ctx, *args):
        """To be written."""
        raise NotImplementedError("You must implement the forward function for custom"
                                  " autograd.Function.")

    @staticmethod
    def backward(ctx, *grads):
        """To be written."""
        raise NotImplementedError("You must implement either the backward or vjp method for your"
                                  " custom autograd.Function to use it with backward mode AD.")

    def __call__(self, *args, **kwargs):
        raise RuntimeError("Legacy autograd function with non-static forward method is deprecated. "
                           "Please use new-style autograd function with static forward method. "
                           "(Example: https://pytorch.org/docs/stable/autograd.html#torch.autograd.Function)")

    @classmethod
    def apply(cls, *args):
        """forward(), recorded."""
        needs = tuple([isinstance(x, torch.Tensor) and x.requires_grad for x in args])
        ctx = FunctionCtx()
        ctx.needs_input_grad = needs
        with torch.no_grad():
            made = cls.forward(ctx, *args)
        if not (torch.is_grad_enabled() and any(needs)):
            return made
        given = made if isinstance(made, tuple) else (made,)
        for x in ctx._dirty:
            if x.is_leaf and x.requires_grad:
                raise RuntimeError("a leaf Variable that requires grad is being used in an in-place "
                                   "operation.")
        outputs = [x.detach() if _is_in(x, args) and not _is_in(x, ctx._dirty) else x for x in given]
        places = [k for k, x in enumerate(given)
                  if isinstance(x, torch.Tensor) and not _is_in(x, ctx._no_gradient)]
        _attach_function(cls.__name__ + "Backward", _backward_of(cls, ctx, given, places, len(args)),
                         args, [outputs[k] for k in places])
        return tuple(outputs) if isinstance(made, tuple) else outputs[0]


def _backward_of(cls, ctx, outputs, places, count):
    """What gets the gradients of the outputs at `places` and gives those of the inputs."""
    looks = [(x.shape, x.dtype) if isinstance(x, torch.Tensor) else None for x in outputs]

    def gradients(*found):
        """cls.backward() with a gradient for each output of forward()."""
        grads = [None] * len(looks)
        for place, grad in zip(places, found):
            grads[place] = grad
        for place, look in enumerate(looks):
            if grads[place] is None and look is not None and ctx._fills:
                grads[place] = torch.zeros(look[0], dtype=look[1])
        made = cls.backward(ctx, *grads)
        ctx._freed = not _kept[-1]
        made = made if isinstance(made, tuple) else (made,)
        if len(made) < count or any([x is not None for x in made[count:]]):
            raise RuntimeError(f"function {cls.__name__}Backward returned an incorrect number of "
                               f"gradients (expected {count}, got {len(made)})")
        for x in made:
            if x is not None and not isinstance(x, torch.Tensor):
                raise RuntimeError(f"expected Variable or None (got {type(x).__name__})")
        return made[:count]

    return gradients


def once_differentiable(function):
    """A backward() whose own steps are not recorded: its result has no gradient."""
    def wrapper(ctx, *args):
        """The gradients, apart from any graph."""
        with torch.no_grad():
            made = function(ctx, *args)
        if not torch.is_grad_enabled() or not any([isinstance(x, torch.Tensor) and x.requires_grad
                                                   for x in args]):
            return made
        whole = [x.detach() if isinstance(x, torch.Tensor) else x
                 for x in (made if isinstance(made, tuple) else (made,))]

        def refuse(*grads):
            """There is no way back."""
            raise RuntimeError("trying to differentiate twice a function that was marked with "
                               "@once_differentiable")

        _attach_function("DelayedErrorBackward", refuse, [x for x in args if isinstance(x, torch.Tensor)],
                         [x for x in whole if x is not None])
        return tuple(whole) if isinstance(made, tuple) else whole[0]

    return functools.wraps(function)(wrapper)
