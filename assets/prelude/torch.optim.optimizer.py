# Holds what all optimisers share: groups of parameters with options, a state for each parameter, and the walk
# of step() over the parameters that have a gradient.

import warnings
from collections import defaultdict
from copy import deepcopy

import torch
from torch._C import _zeroed


class _RequiredParameter:
    """The default of an option that must be given."""

    def __repr__(self):
        return "<required parameter>"


required = _RequiredParameter()


def _typename(value):
    """The name that PyTorch's errors use."""
    from torch.nn.modules.module import _typename as named
    return named(value)


class Optimizer:
    """Parameter groups (dicts with "params" and options), and what step() keeps for each parameter."""

    def __init__(self, params, defaults):
        if isinstance(params, torch.Tensor):
            raise TypeError("params argument given to the optimizer should be an iterable of Tensors "
                            "or dicts, but got " + _typename(params))
        self.defaults = defaults
        self.state = defaultdict(dict)
        self.param_groups = []
        groups = list(params)
        if len(groups) == 0:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

    def add_param_group(self, param_group):
        """Add parameters, perhaps with options of their own; the dict itself becomes the group."""
        assert isinstance(param_group, dict), "param group must be a dict"
        params = param_group["params"]
        if isinstance(params, set):
            raise TypeError("optimizer parameters need to be organized in ordered collections, but "
                            "the ordering of tensors in sets will change between runs. Please use a "
                            "list instead.")
        params = [params] if isinstance(params, torch.Tensor) else list(params)
        param_group["params"] = params
        for param in params:
            if not isinstance(param, torch.Tensor):
                raise TypeError("optimizer can only optimize Tensors, but one of the params is "
                                + _typename(param))
            if not (self.defaults.get("differentiable") or param.is_leaf or param.retains_grad):
                raise ValueError("can't optimize a non-leaf Tensor")
        for name, value in self.defaults.items():
            if value is required and name not in param_group:
                raise ValueError("parameter group didn't specify a value of required optimization "
                                 "parameter " + name)
            param_group.setdefault(name, value)
        own = set([id(param) for param in params])
        if len(own) != len(params):
            warnings.warn("optimizer contains a parameter group with duplicate parameters; in future, "
                          "this will cause an error; see github.com/pytorch/pytorch/issues/40967 for "
                          "more information")
        if any([id(param) in own for group in self.param_groups for param in group["params"]]):
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append(param_group)

    def zero_grad(self, set_to_none=False):
        """Gradients begin at zero again: the same tensors, filled with zeros, or none at all."""
        for group in self.param_groups:
            _clear(group["params"], set_to_none)

    def step(self, closure):
        """To be written."""
        raise NotImplementedError

    def state_dict(self):
        """The state and the options, with numbers in the place of parameters."""
        numbers, groups = {}, []
        for group in self.param_groups:
            for param in group["params"]:
                numbers.setdefault(id(param), len(numbers))
            options = {name: value for name, value in group.items() if name != "params"}
            options["params"] = [numbers[id(param)] for param in group["params"]]
            groups.append(options)
        state = {numbers[id(key)] if isinstance(key, torch.Tensor) else key: kept
                 for key, kept in self.state.items()}
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict):
        """Take a copy of what state_dict() gave; parameters are matched by their order."""
        loaded = deepcopy(state_dict)
        groups, saved = self.param_groups, loaded["param_groups"]
        if len(groups) != len(saved):
            raise ValueError("loaded state dict has a different number of parameter groups")
        if any([len(a["params"]) != len(b["params"]) for a, b in zip(groups, saved)]):
            raise ValueError("loaded state dict contains a parameter group that doesn't match the "
                             "size of optimizer's group")
        owner = {}
        for group, options in zip(groups, saved):
            owner.update(zip(options["params"], group["params"]))
            options["params"] = group["params"]
        state = defaultdict(dict)
        for key, kept in loaded["state"].items():
            if key in owner:
                state[owner[key]] = _as_parameter(owner[key], kept)
            else:
                state[key] = kept
        self.__setstate__({"state": state, "param_groups": saved})

    def __getstate__(self):
        return {"defaults": self.defaults, "state": self.state, "param_groups": self.param_groups}

    def __setstate__(self, state):
        self.__dict__.update(state)
        self.defaults.setdefault("differentiable", False)

    def __repr__(self):
        text = type(self).__name__ + " ("
        for number, group in enumerate(self.param_groups):
            text += f"\nParameter Group {number}\n"
            for name in sorted(group):
                if name != "params":
                    text += f"    {name}: {group[name]}\n"
        return text + ")"


def _clear(params, set_to_none):
    """zero_grad() of some parameters."""
    for param in params:
        if not set_to_none and _zeroed(param) or param.grad is None:
            continue
        if set_to_none:
            param.grad = None
        else:
            if param.grad.grad_fn is not None:
                param.grad.detach_()
            elif param.grad.requires_grad:
                param.grad.requires_grad_(False)
            param.grad.zero_()


def _as_parameter(param, value, name=None):
    """What was kept for a parameter, in its dtype; the count of steps stays as it is."""
    if isinstance(value, torch.Tensor):
        return value.to(param.dtype) if name != "step" and param.is_floating_point() else value
    if isinstance(value, dict):
        return {key: _as_parameter(param, item, key) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)([_as_parameter(param, item) for item in value])
    return value


def _not_negative(**options):
    """Refuse options below zero; they are called as PyTorch calls them."""
    for name, value in options.items():
        if not 0.0 <= value:
            raise ValueError(f"Invalid {_called.get(name, name + ' value')}: {value}")


_called = {"lr": "learning rate", "eps": "epsilon value"}


def _step_of(update, quick=None):
    """The method step(): the closure, if there is one, then update(self, group, param, grad) for
    each parameter with a gradient. quick(state, group) does so at once where it can, and gives the
    parameters that are left."""
    def step(self, closure=None):
        """Change the parameters by one step."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        torch._C._steps(self, self.param_groups)
        with torch.set_grad_enabled(self.defaults.get("differentiable", False)):
            for group in self.param_groups:
                left = group["params"] if quick is None else quick(self.state, group)
                for param in left:
                    if param.grad is not None:
                        update(self, group, param,
                               -param.grad if group.get("maximize") else param.grad)
        return loss
    step.__qualname__ = update.__qualname__.replace("_update", "step")
    return step


def _decayed(grad, param, group):
    """The gradient with the pull towards zero of weight_decay."""
    if group["weight_decay"] == 0:
        return grad
    # weight decay: a pull towards 0, as strong as the parameter is large
    return grad.add(param, alpha=group["weight_decay"])


def _in_parts(*tensors):
    """Complex numbers as pairs: an optimiser treats both parts alike."""
    return [torch.view_as_real(x) if x.is_complex() else x for x in tensors]
