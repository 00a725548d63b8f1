# Makes Adam: each cell of a parameter has a rate of its own, from running means of its gradient and of the
# gradient's square.

import math

import torch
from torch._C import _adam
from torch.optim.optimizer import Optimizer, _decayed, _in_parts, _not_negative, _step_of


def _check(lr, betas, eps, weight_decay):
    """The ranges that Adam and its relatives accept."""
    _not_negative(lr=lr, eps=eps)
    for place, beta in enumerate(betas[:2]):
        if not 0.0 <= beta < 1.0:
            raise ValueError(f"Invalid beta parameter at index {place}: {beta}")
    _not_negative(weight_decay=weight_decay)


def _moments(optimizer, group, param):
    """What Adam keeps for a parameter: the count of steps and the two running means."""
    state = optimizer.state[param]
    if len(state) == 0:
        state["step"] = torch.tensor(0.)
        state["exp_avg"] = torch.zeros_like(param)
        state["exp_avg_sq"] = torch.zeros_like(param)
        if group["amsgrad"]:
            state["max_exp_avg_sq"] = torch.zeros_like(param)
    return state


def _move(group, state, param, grad):
    """The running means take the gradient in; the parameter moves by their quotient."""
    beta1, beta2 = group["betas"]
    param, grad, mean, square = _in_parts(param, grad, state["exp_avg"], state["exp_avg_sq"])
    # mean: the gradient, averaged over the last steps (beta1 of what was)
    mean.mul_(beta1).add_(grad, alpha=1 - beta1)
    # square: its square, averaged over many more (beta2 of what was)
    square.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
    step = state["step"].item()
    step_size = group["lr"] / (1 - beta1 ** step)
    correction = math.sqrt(1 - beta2 ** step)
    if group["amsgrad"]:
        largest, = _in_parts(state["max_exp_avg_sq"])
        torch.maximum(largest, square, out=largest)
        square = largest
    # correction: sqrt(1 - beta2 ** step); the average began at 0
    denom = (square.sqrt() / correction).add_(group["eps"])
    # step_size: lr / (1 - beta1 ** step); the mean began at 0, too
    param.addcdiv_(mean, denom, value=-step_size)


def _complete(optimizer, options):
    """Groups of older files get the options that came later; their counts of steps become tensors."""
    for group in optimizer.param_groups:
        for name, value in options.items():
            group.setdefault(name, value)
    kept = list(optimizer.state.values())
    if kept and not isinstance(kept[0]["step"], torch.Tensor):
        for state in kept:
            state["step"] = torch.tensor(float(state["step"]))


class Adam(Optimizer):
    """weight_decay is added to the gradient."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False,
                 *, foreach=None, maximize=False, capturable=False, differentiable=False,
                 fused=False):
        _check(lr, betas, eps, weight_decay)
        super().__init__(params, dict(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad,
            maximize=maximize, foreach=foreach, capturable=capturable,
            differentiable=differentiable, fused=fused))
        if fused:
            raise RuntimeError("`fused` cannot be `differentiable`" if differentiable else
                               "FusedAdam requires all the params to be CUDA, floating point")

    def __setstate__(self, state):
        super().__setstate__(state)
        _complete(self, dict(amsgrad=False, maximize=False, foreach=None, capturable=False,
                             differentiable=False, fused=False))

    def _update(self, group, param, grad):
        state = _moments(self, group, param)
        state["step"] += 1
        _move(group, state, param, _decayed(grad, param, group))

    step = _step_of(_update, _adam)
