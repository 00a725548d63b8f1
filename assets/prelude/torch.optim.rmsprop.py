# Makes RMSprop: the gradient is divided by the root of a running mean of its square.

import torch
from torch.optim.optimizer import Optimizer, _decayed, _in_parts, _not_negative, _step_of


class RMSprop(Optimizer):
    """centered: by the running standard deviation instead."""

    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0,
                 centered=False, foreach=None, maximize=False, differentiable=False):
        _not_negative(lr=lr, eps=eps, momentum=momentum, weight_decay=weight_decay, alpha=alpha)
        super().__init__(params, dict(
            lr=lr, momentum=momentum, alpha=alpha, eps=eps, centered=centered,
            weight_decay=weight_decay, foreach=foreach, maximize=maximize,
            differentiable=differentiable))

    def __setstate__(self, state):
        super().__setstate__(state)
        for group in self.param_groups:
            group.setdefault("momentum", 0)
            group.setdefault("centered", False)
            group.setdefault("foreach", None)
            group.setdefault("maximize", False)
            group.setdefault("differentiable", False)

    def _kept(self, group, param):
        state = self.state[param]
        if len(state) == 0:
            state["step"] = 0
            state["square_avg"] = torch.zeros_like(param)
            if group["momentum"] > 0:
                state["momentum_buffer"] = torch.zeros_like(param)
            if group["centered"]:
                state["grad_avg"] = torch.zeros_like(param)
        return state

    def _update(self, group, param, grad):
        state, alpha = self._kept(group, param), group["alpha"]
        state["step"] += 1
        grad = _decayed(grad, param, group)
        param, grad, square = _in_parts(param, grad, state["square_avg"])
        square.mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
        if group["centered"]:
            mean, = _in_parts(state["grad_avg"])
            mean.mul_(alpha).add_(grad, alpha=1 - alpha)
            root = square.addcmul(mean, mean, value=-1).sqrt_()
        else:
            root = square.sqrt()
        root = root.add(group["eps"]) if group["differentiable"] else root.add_(group["eps"])
        if group["momentum"] > 0:
            buffer, = _in_parts(state["momentum_buffer"])
            buffer.mul_(group["momentum"]).addcdiv_(grad, root)
            param.add_(buffer, alpha=-group["lr"])
        else:
            param.addcdiv_(grad, root, value=-group["lr"])

    step = _step_of(_update)
