# Makes AdamW, which is Adam whose weight decay stands apart from the gradient.

from torch._C import _adamw
from torch.optim.adam import _check, _complete, _moments, _move
from torch.optim.optimizer import Optimizer, _step_of


class AdamW(Optimizer):
    """The parameter first shrinks by lr * weight_decay of itself."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2,
                 amsgrad=False, *, maximize=False, foreach=None, capturable=False):
        _check(lr, betas, eps, weight_decay)
        super().__init__(params, dict(
            lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad,
            foreach=foreach, maximize=maximize, capturable=capturable))

    def __setstate__(self, state):
        super().__setstate__(state)
        _complete(self, dict(amsgrad=False, maximize=False, foreach=None, capturable=False))

    def _update(self, group, param, grad):
        state = _moments(self, group, param)
        state["step"] += 1
        # weight decay: lr * weight_decay of the parameter is taken away
        param.mul_(1 - group["lr"] * group["weight_decay"])
        _move(group, state, param, grad)

    step = _step_of(_update, _adamw)
