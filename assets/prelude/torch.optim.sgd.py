# Makes gradient descent, plain or with momentum.

from torch._C import _sgd
from torch.optim.optimizer import Optimizer, required, _decayed, _step_of


class SGD(Optimizer):
    """param -= lr * grad; with momentum, a running sum of gradients in the place of grad."""

    def __init__(self, params, lr=required, momentum=0, dampening=0, weight_decay=0, nesterov=False,
                 *, maximize=False, foreach=None, differentiable=False):
        if lr is not required and lr < 0.0:
            raise ValueError(f"Invalid learning rate: {lr}")
        if momentum < 0.0:
            raise ValueError(f"Invalid momentum value: {momentum}")
        if weight_decay < 0.0:
            raise ValueError(f"Invalid weight_decay value: {weight_decay}")
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(params, dict(
            lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay,
            nesterov=nesterov, maximize=maximize, foreach=foreach, differentiable=differentiable))

    def __setstate__(self, state):
        super().__setstate__(state)
        for group in self.param_groups:
            group.setdefault("nesterov", False)
            group.setdefault("maximize", False)
            group.setdefault("foreach", None)
            group.setdefault("differentiable", False)

    def _update(self, group, param, grad):
        grad, momentum = _decayed(grad, param, group), group["momentum"]
        direction, buffer = grad, self.state[param].get("momentum_buffer")
        if momentum != 0:
            if buffer is None:
                buffer = grad.clone().detach()
            else:
                # buffer: momentum of it is left, the gradient comes to it
                buffer.mul_(momentum).add_(grad, alpha=1 - group["dampening"])
            direction = grad.add(buffer, alpha=momentum) if group["nesterov"] else buffer
        self.state[param]["momentum_buffer"] = buffer
        param.add_(direction, alpha=-group["lr"])

    step = _step_of(_update, _sgd)
