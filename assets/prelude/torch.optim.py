# Optimisers keep their parameter groups and options, and print them. A step needs gradients,
# which qkv does not compute: as in PyTorch, parameters without a gradient stay as they are, and
# one with a gradient is refused.

import torch
import torch.optim.lr_scheduler as lr_scheduler


class Optimizer:
    """Parameter groups (dicts with "params" and options) and the options' defaults."""

    def __init__(self, params, defaults):
        if isinstance(params, torch.Tensor):
            raise TypeError("params argument given to the optimizer should be an iterable of Tensors "
                            "or dicts, but got " + params.type())
        self.defaults = defaults
        self.state = {}
        self.param_groups = []
        groups = list(params)
        if len(groups) == 0:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

    def add_param_group(self, param_group):
        """Add parameters, perhaps with options of their own."""
        group = dict(param_group)
        params = group["params"]
        group["params"] = [params] if isinstance(params, torch.Tensor) else list(params)
        for param in group["params"]:
            if not isinstance(param, torch.Tensor):
                raise TypeError("optimizer can only optimize Tensors, but one of the params is "
                                + type(param).__name__)
            if not param.is_leaf:
                raise ValueError("can't optimize a non-leaf Tensor")
        known = [id(param) for other in self.param_groups for param in other["params"]]
        if any([id(param) in known for param in group["params"]]):
            raise ValueError("some parameters appear in more than one parameter group")
        for name, value in self.defaults.items():
            if name == "lr" and value is None and "lr" not in group:
                raise ValueError("parameter group didn't specify a value of required optimization "
                                 "parameter lr")
            group.setdefault(name, value)
        self.param_groups.append(group)

    def zero_grad(self, set_to_none=False):
        """Clear gradients that somebody stored by hand."""
        for group in self.param_groups:
            for param in group["params"]:
                param.grad = None

    def step(self, closure=None):
        """Nothing to do without gradients."""
        for group in self.param_groups:
            for param in group["params"]:
                if param.grad is not None:
                    raise NotImplementedError(f"{type(self).__name__}.step is not supported: "
                                              "qkv does not compute gradients")
        return None if closure is None else closure()

    def state_dict(self):
        """The options, with numbers in the place of parameters."""
        packed, start = [], 0
        for group in self.param_groups:
            options = {name: value for name, value in group.items() if name != "params"}
            options["params"] = list(range(start, start + len(group["params"])))
            start += len(group["params"])
            packed.append(options)
        return {"state": {}, "param_groups": packed}

    def load_state_dict(self, state_dict):
        """Take the options back."""
        if len(state_dict["param_groups"]) != len(self.param_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        for group, saved in zip(self.param_groups, state_dict["param_groups"]):
            group.update({name: value for name, value in saved.items() if name != "params"})

    def __repr__(self):
        text = type(self).__name__ + " ("
        for number, group in enumerate(self.param_groups):
            text += f"\nParameter Group {number}\n"
            for name in sorted(group):
                if name != "params":
                    text += f"    {name}: {group[name]}\n"
        return text + ")"


def _not_below_zero(what, value):
    """Refuse a negative option."""
    if not value >= 0.0:
        raise ValueError(f"Invalid {what}: {value}")


def _check_adam(lr, betas, eps, weight_decay):
    """The ranges that Adam and its relatives accept."""
    _not_below_zero("learning rate", lr)
    _not_below_zero("epsilon value", eps)
    for place, beta in enumerate(betas):
        if not 0.0 <= beta < 1.0:
            raise ValueError(f"Invalid beta parameter at index {place}: {beta}")
    _not_below_zero("weight_decay value", weight_decay)


class SGD(Optimizer):
    """Plain or momentum gradient descent; the rate must be given here or in every group."""

    def __init__(self, params, lr=None, momentum=0, dampening=0, weight_decay=0, nesterov=False, *,
                 maximize=False, foreach=None, differentiable=False):
        _not_below_zero("learning rate", 0.0 if lr is None else lr)
        _not_below_zero("momentum value", momentum)
        _not_below_zero("weight_decay value", weight_decay)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(params, dict(
            lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay,
            nesterov=nesterov, maximize=maximize, foreach=foreach, differentiable=differentiable))


class Adam(Optimizer):
    """Gradient descent scaled by running moments."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False,
                 *, foreach=None, maximize=False, capturable=False, differentiable=False,
                 fused=False):
        _check_adam(lr, betas, eps, weight_decay)
        super().__init__(params, dict(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad,
            maximize=maximize, foreach=foreach, capturable=capturable,
            differentiable=differentiable, fused=fused))


class AdamW(Optimizer):
    """Adam with weight decay apart from the gradient."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2,
                 amsgrad=False, *, maximize=False, foreach=None, capturable=False):
        _check_adam(lr, betas, eps, weight_decay)
        super().__init__(params, dict(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad,
            foreach=foreach, maximize=maximize, capturable=capturable))


class RMSprop(Optimizer):
    """Gradient descent scaled by a running mean square."""

    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0,
                 centered=False, foreach=None, maximize=False, differentiable=False):
        _not_below_zero("learning rate", lr)
        _not_below_zero("epsilon value", eps)
        _not_below_zero("momentum value", momentum)
        super().__init__(params, dict(
            lr=lr, momentum=momentum, alpha=alpha, eps=eps, centered=centered,
            weight_decay=weight_decay, foreach=foreach, maximize=maximize,
            differentiable=differentiable))
