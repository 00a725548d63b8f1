# Makes learning rate schedules: each step writes a new "lr" into the optimiser's parameter groups. Most get
# it from the rate before, so the order of the arithmetic is PyTorch's, to the last digit.

import math
import types
import warnings
from bisect import bisect_right
from collections import Counter

from torch.optim.optimizer import Optimizer

EPOCH_DEPRECATION_WARNING = (
    "The epoch parameter in `scheduler.step()` was not necessary and is being deprecated where "
    "possible. Please use `scheduler.step()` to step the scheduler. During the deprecation, if epoch "
    "is different from None, the closed form is used instead of the new chainable form, where "
    "available. Please open an issue if you are unable to replicate your use case: "
    "https://github.com/pytorch/pytorch/issues/new/choose.")


def _check_optimizer(optimizer):
    """Schedules belong to optimisers."""
    if not isinstance(optimizer, Optimizer):
        raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")


def _count_steps(optimizer):
    """optimizer.step() counts its calls from now on: schedules warn when it is called too late."""
    inner = optimizer.step
    if hasattr(inner, "_with_counter"):
        return

    def step(*args, **kwargs):
        """The step itself."""
        optimizer._step_count += 1
        return inner(*args, **kwargs)

    step._with_counter = True
    optimizer.step = step


def _for_each_group(name, optimizer, value):
    """One value for all groups, or a list with one for each."""
    count = len(optimizer.param_groups)
    if not isinstance(value, (list, tuple)):
        return [value] * count
    if len(value) != count:
        raise ValueError(f"expected {count} values for {name}, got {len(value)}")
    return value


class _LRScheduler:
    """Base of schedules: get_lr() gives the rates for self.last_epoch."""

    def __init__(self, optimizer, last_epoch=-1, verbose=False):
        _check_optimizer(optimizer)
        self.optimizer = optimizer
        for place, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", group["lr"])
            elif "initial_lr" not in group:
                raise KeyError("param 'initial_lr' is not specified in "
                               f"param_groups[{place}] when resuming an optimizer")
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self.last_epoch = last_epoch
        _count_steps(optimizer)
        self.verbose = verbose
        self._initial_step()

    def _initial_step(self):
        self.optimizer._step_count = 0
        self._step_count = 0
        self.step()

    def _lrs(self):
        """The rates of the groups as they are."""
        return [group["lr"] for group in self.optimizer.param_groups]

    def state_dict(self):
        """All of its attributes but the optimiser."""
        return {name: value for name, value in self.__dict__.items() if name != "optimizer"}

    def load_state_dict(self, state_dict):
        """Take the attributes back."""
        self.__dict__.update(state_dict)

    def get_last_lr(self):
        """The rates that it has set."""
        return self._last_lr

    def get_lr(self):
        """To be written."""
        raise NotImplementedError

    def _warn_outside(self):
        """get_lr() called by hand gives the next rate of some schedules, not the present one."""
        if not self._get_lr_called_within_step:
            warnings.warn("To get the last learning rate computed by the scheduler, please use "
                          "`get_last_lr()`.")

    def print_lr(self, is_verbose, group, lr, epoch=None):
        """What verbose=True prints."""
        if not is_verbose:
            return
        if epoch is None:
            print(f"Adjusting learning rate of group {group} to {lr:.4e}.")
        else:
            print(f"Epoch {_epoch_text(epoch)}: adjusting learning rate of group {group} to {lr:.4e}.")

    def _warn_order(self):
        """The first step of the schedule should follow one of the optimiser."""
        if not hasattr(self.optimizer.step, "_with_counter"):
            warnings.warn("Seems like `optimizer.step()` has been overridden after learning rate "
                          "scheduler initialization. Please, make sure to call `optimizer.step()` "
                          "before `lr_scheduler.step()`. See more details at "
                          "https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate")
        elif self.optimizer._step_count < 1:
            warnings.warn("Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch "
                          "1.1.0 and later, you should call them in the opposite order: "
                          "`optimizer.step()` before `lr_scheduler.step()`.  Failure to do this will "
                          "result in PyTorch skipping the first value of the learning rate schedule. "
                          "See more details at "
                          "https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate")

    def step(self, epoch=None):
        """Go on by one step, or to an epoch."""
        if self._step_count == 1:
            self._warn_order()
        self._step_count += 1
        self._get_lr_called_within_step = True
        try:
            if epoch is None:
                self.last_epoch += 1
                rates = self.get_lr()
            else:
                warnings.warn(EPOCH_DEPRECATION_WARNING)
                self.last_epoch = epoch
                closed = hasattr(self, "_get_closed_form_lr")
                rates = self._get_closed_form_lr() if closed else self.get_lr()
        finally:
            self._get_lr_called_within_step = False
        self._set(rates, epoch)

    def _set(self, rates, epoch):
        for place, (group, rate) in enumerate(zip(self.optimizer.param_groups, rates)):
            group["lr"] = rate
            self.print_lr(self.verbose, place, rate, epoch)
        self._last_lr = self._lrs()


LRScheduler = _LRScheduler


def _epoch_text(epoch):
    """An epoch as the schedules print it."""
    return ("%.2f" if isinstance(epoch, float) else "%.5d") % epoch


class LambdaLR(_LRScheduler):
    """lr = the first lr * lr_lambda(number of steps)."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1, verbose=False):
        self.optimizer = optimizer
        count = len(optimizer.param_groups)
        if isinstance(lr_lambda, (list, tuple)):
            if len(lr_lambda) != count:
                raise ValueError(f"Expected {count} lr_lambdas, but got {len(lr_lambda)}")
            self.lr_lambdas = list(lr_lambda)
        else:
            self.lr_lambdas = [lr_lambda] * count
        super().__init__(optimizer, last_epoch, verbose)

    def state_dict(self):
        """Functions are not kept; of objects that can be called, their attributes are."""
        state = {name: value for name, value in self.__dict__.items()
                 if name not in ("optimizer", "lr_lambdas")}
        state["lr_lambdas"] = [None if isinstance(f, types.FunctionType) else dict(f.__dict__)
                               for f in self.lr_lambdas]
        return state

    def load_state_dict(self, state_dict):
        """Take the attributes back."""
        own = self.lr_lambdas
        self.__dict__.update(state_dict)
        self.lr_lambdas = own
        for function, kept in zip(own, state_dict["lr_lambdas"]):
            if kept is not None:
                function.__dict__.update(kept)

    def get_lr(self):
        """The rates of the groups for the present step."""
        self._warn_outside()
        return [base * factor(self.last_epoch) for factor, base in zip(self.lr_lambdas, self.base_lrs)]


class MultiplicativeLR(LambdaLR):
    """lr times lr_lambda(number of steps) at each step."""

    def get_lr(self):
        """The rate before, times the factor."""
        self._warn_outside()
        if self.last_epoch <= 0:
            return self._lrs()
        return [rate * factor(self.last_epoch) for factor, rate in zip(self.lr_lambdas, self._lrs())]


class StepLR(_LRScheduler):
    """lr times gamma after each step_size steps."""

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1, verbose=False):
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        """Multiply when a round is full."""
        self._warn_outside()
        if self.last_epoch == 0 or self.last_epoch % self.step_size != 0:
            return self._lrs()
        return [rate * self.gamma for rate in self._lrs()]

    def _get_closed_form_lr(self):
        return [base * self.gamma ** (self.last_epoch // self.step_size) for base in self.base_lrs]


class MultiStepLR(_LRScheduler):
    """lr times gamma at each milestone."""

    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1, verbose=False):
        self.milestones = Counter(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        """A milestone that is named twice counts twice."""
        self._warn_outside()
        if self.last_epoch not in self.milestones:
            return self._lrs()
        return [rate * self.gamma ** self.milestones[self.last_epoch] for rate in self._lrs()]

    def _get_closed_form_lr(self):
        passed = bisect_right(sorted(self.milestones.elements()), self.last_epoch)
        return [base * self.gamma ** passed for base in self.base_lrs]


class ConstantLR(_LRScheduler):
    """lr times factor for the first total_iters steps."""

    def __init__(self, optimizer, factor=1.0 / 3, total_iters=5, last_epoch=-1, verbose=False):
        if factor > 1.0 or factor < 0:
            raise ValueError("Constant multiplicative factor expected to be between 0 and 1.")
        self.factor = factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        """The factor goes in at the start and out at the end."""
        self._warn_outside()
        if self.last_epoch == 0:
            return [rate * self.factor for rate in self._lrs()]
        if self.last_epoch != self.total_iters:
            return self._lrs()
        return [rate * (1.0 / self.factor) for rate in self._lrs()]

    def _get_closed_form_lr(self):
        over = self.last_epoch >= self.total_iters
        return [base * (self.factor + over * (1 - self.factor)) for base in self.base_lrs]


class LinearLR(_LRScheduler):
    """A factor of lr that goes in a straight line from start_factor to end_factor."""

    def __init__(self, optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5, last_epoch=-1,
                 verbose=False):
        if start_factor > 1.0 or start_factor < 0:
            raise ValueError("Starting multiplicative factor expected to be between 0 and 1.")
        if end_factor > 1.0 or end_factor < 0:
            raise ValueError("Ending multiplicative factor expected to be between 0 and 1.")
        self.start_factor = start_factor
        self.end_factor = end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        """From the rate before."""
        self._warn_outside()
        if self.last_epoch == 0:
            return [rate * self.start_factor for rate in self._lrs()]
        if self.last_epoch > self.total_iters:
            return self._lrs()
        rise = self.end_factor - self.start_factor
        before = self.total_iters * self.start_factor + (self.last_epoch - 1) * rise
        return [rate * (1. + rise / before) for rate in self._lrs()]

    def _get_closed_form_lr(self):
        rise = self.end_factor - self.start_factor
        done = min(self.total_iters, self.last_epoch)
        return [base * (self.start_factor + rise * done / self.total_iters) for base in self.base_lrs]


class ExponentialLR(_LRScheduler):
    """lr times gamma after each step."""

    def __init__(self, optimizer, gamma, last_epoch=-1, verbose=False):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        """From the rate before."""
        self._warn_outside()
        return [rate if self.last_epoch == 0 else rate * self.gamma for rate in self._lrs()]

    def _get_closed_form_lr(self):
        return [base * self.gamma ** self.last_epoch for base in self.base_lrs]


class PolynomialLR(_LRScheduler):
    """lr * (1 - step / total_iters) ** power"""

    def __init__(self, optimizer, total_iters=5, power=1.0, last_epoch=-1, verbose=False):
        self.total_iters = total_iters
        self.power = power
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        """From the rate before."""
        self._warn_outside()
        now, total = self.last_epoch, self.total_iters
        if now == 0 or now > total:
            return self._lrs()
        factor = ((1.0 - now / total) / (1.0 - (now - 1) / total)) ** self.power
        return [rate * factor for rate in self._lrs()]

    def _get_closed_form_lr(self):
        left = 1.0 - min(self.total_iters, self.last_epoch) / self.total_iters
        return [base * left ** self.power for base in self.base_lrs]


class CosineAnnealingLR(_LRScheduler):
    """lr along half a cosine, from the first lr to eta_min in T_max steps."""

    def __init__(self, optimizer, T_max, eta_min=0, last_epoch=-1, verbose=False):
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        """From the rates of the step before."""
        self._warn_outside()
        now, low = self.last_epoch, self.eta_min
        if now == 0:
            return self._lrs()
        if self._step_count == 1 and now > 0:
            return [low + (base - low) * (1 + math.cos(now * math.pi / self.T_max)) / 2
                    for base in self.base_lrs]
        if (now - 1 - self.T_max) % (2 * self.T_max) == 0:
            rise = 1 - math.cos(math.pi / self.T_max)
            return [rate + (base - low) * rise / 2 for base, rate in zip(self.base_lrs, self._lrs())]
        height = 1 + math.cos(math.pi * now / self.T_max)
        before = 1 + math.cos(math.pi * (now - 1) / self.T_max)
        return [height / before * (rate - low) + low for rate in self._lrs()]

    def _get_closed_form_lr(self):
        height = 1 + math.cos(math.pi * self.last_epoch / self.T_max)
        return [self.eta_min + (base - self.eta_min) * height / 2 for base in self.base_lrs]


class CosineAnnealingWarmRestarts(_LRScheduler):
    """Half cosines one after the other; each is T_mult times as long as the one before."""

    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0, last_epoch=-1, verbose=False):
        if T_0 <= 0 or not isinstance(T_0, int):
            raise ValueError(f"Expected positive integer T_0, but got {T_0}")
        if T_mult < 1 or not isinstance(T_mult, int):
            raise ValueError(f"Expected integer T_mult >= 1, but got {T_mult}")
        self.T_0 = T_0
        self.T_i = T_0
        self.T_mult = T_mult
        self.eta_min = eta_min
        self.T_cur = last_epoch
        super().__init__(optimizer, last_epoch, verbose)

    def get_lr(self):
        """From the place within the present cosine."""
        self._warn_outside()
        height = 1 + math.cos(math.pi * self.T_cur / self.T_i)
        return [self.eta_min + (base - self.eta_min) * height / 2 for base in self.base_lrs]

    def _go_to(self, epoch):
        """The round that an epoch belongs to, and its place in it."""
        if epoch < 0:
            raise ValueError(f"Expected non-negative epoch, but got {epoch}")
        if epoch < self.T_0:
            self.T_i, self.T_cur = self.T_0, epoch
        elif self.T_mult == 1:
            self.T_cur = epoch % self.T_0
        else:
            n = int(math.log((epoch / self.T_0 * (self.T_mult - 1) + 1), self.T_mult))
            self.T_cur = epoch - self.T_0 * (self.T_mult ** n - 1) / (self.T_mult - 1)
            self.T_i = self.T_0 * self.T_mult ** n

    def step(self, epoch=None):
        """Go on by one step, or to an epoch, which may be a fraction."""
        if epoch is None and self.last_epoch < 0:
            epoch = 0
        if epoch is None:
            epoch = self.last_epoch + 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur -= self.T_i
                self.T_i *= self.T_mult
        else:
            self._go_to(epoch)
        self.last_epoch = math.floor(epoch)
        self._get_lr_called_within_step = True
        try:
            rates = self.get_lr()
        finally:
            self._get_lr_called_within_step = False
        self._set(rates, epoch)


def __getattr__(name):
    """The schedules that stand in a file of their own."""
    import torch.optim._schedules as more
    if name in more._names:
        return getattr(more, name)
    raise AttributeError(f"module 'torch.optim.lr_scheduler' has no attribute '{name}'")
