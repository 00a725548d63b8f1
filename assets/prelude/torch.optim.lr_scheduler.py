# Learning rate schedules: each step writes a new "lr" into the optimiser's parameter groups.
# They need no gradients, so their curves can be printed.

import math


class LambdaLR:
    """lr = the first lr * lr_lambda(number of steps)."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1, verbose=False):
        self.optimizer = optimizer
        self.lr_lambda = lr_lambda
        self.base_lrs = [group.setdefault("initial_lr", group["lr"])
                         for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        self.step()

    def get_lr(self):
        """The rates of the groups for the present step."""
        return [base * self.lr_lambda(self.last_epoch) for base in self.base_lrs]

    def get_last_lr(self):
        """The rates that are set now."""
        return [group["lr"] for group in self.optimizer.param_groups]

    def step(self):
        """Go on by one step."""
        self.last_epoch += 1
        for group, rate in zip(self.optimizer.param_groups, self.get_lr()):
            group["lr"] = rate


class StepLR(LambdaLR):
    """lr times gamma after each step_size steps."""

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1, verbose=False):
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, None, last_epoch, verbose)

    def get_lr(self):
        """Multiply when a round is full."""
        turn = self.last_epoch > 0 and self.last_epoch % self.step_size == 0
        return [rate * self.gamma if turn else rate for rate in self.get_last_lr()]


class ExponentialLR(StepLR):
    """lr times gamma after each step."""

    def __init__(self, optimizer, gamma, last_epoch=-1, verbose=False):
        super().__init__(optimizer, 1, gamma, last_epoch, verbose)


class CosineAnnealingLR(LambdaLR):
    """lr along half a cosine, from the first lr to eta_min in T_max steps."""

    def __init__(self, optimizer, T_max, eta_min=0, last_epoch=-1, verbose=False):
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, None, last_epoch, verbose)

    def get_lr(self):
        """From the rates of the step before, as PyTorch computes it."""
        if self.last_epoch == 0:
            return self.get_last_lr()
        if (self.last_epoch - 1 - self.T_max) % (2 * self.T_max) == 0:
            rise = (1 - math.cos(math.pi / self.T_max)) / 2
            return [rate + (base - self.eta_min) * rise
                    for base, rate in zip(self.base_lrs, self.get_last_lr())]
        now = 1 + math.cos(math.pi * self.last_epoch / self.T_max)
        before = 1 + math.cos(math.pi * (self.last_epoch - 1) / self.T_max)
        return [now / before * (rate - self.eta_min) + self.eta_min for rate in self.get_last_lr()]
