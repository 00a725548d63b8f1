# Makes Adagrad: the gradient is divided by the root of the sum of all its squares so far.

import torch
from torch.optim.adam import _complete
from torch.optim.optimizer import Optimizer, _decayed, _in_parts, _not_negative, _step_of


class Adagrad(Optimizer):
    """The rate falls with lr_decay; the sum may begin above 0."""

    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0,
                 eps=1e-10, foreach=None, *, maximize=False):
        _not_negative(lr=lr, lr_decay=lr_decay, weight_decay=weight_decay,
                      initial_accumulator_value=initial_accumulator_value, eps=eps)
        super().__init__(params, dict(
            lr=lr, lr_decay=lr_decay, eps=eps, weight_decay=weight_decay,
            initial_accumulator_value=initial_accumulator_value, foreach=foreach,
            maximize=maximize))
        start = initial_accumulator_value
        for group in self.param_groups:
            for param in group["params"]:
                state = self.state[param]
                state["step"] = torch.tensor(0.0)
                state["sum"] = torch.full_like(
                    param, complex(start, start) if param.is_complex() else start)

    def __setstate__(self, state):
        super().__setstate__(state)
        _complete(self, dict(foreach=None, maximize=False))

    def _update(self, group, param, grad):
        state = self.state[param]
        state["step"] += 1
        grad = _decayed(grad, param, group)
        rate = group["lr"] / (1 + (state["step"].item() - 1) * group["lr_decay"])
        param, grad, total = _in_parts(param, grad, state["sum"])
        total.addcmul_(grad, grad, value=1)
        param.addcdiv_(grad, total.sqrt().add_(group["eps"]), value=-rate)

    step = _step_of(_update)
