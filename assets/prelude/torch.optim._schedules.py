# Makes learning rate schedules that are made of others, that follow a measure, or that move the momentum too;
# torch.optim.lr_scheduler has their names.

import math
import warnings
from bisect import bisect_right

from torch.optim.lr_scheduler import (EPOCH_DEPRECATION_WARNING, _LRScheduler, _check_optimizer,
                                      _epoch_text, _for_each_group)

_names = "SequentialLR ChainedScheduler ReduceLROnPlateau OneCycleLR CyclicLR".split()


class _Several(_LRScheduler):
    """A schedule of schedules."""

    def state_dict(self):
        """Each schedule gives its own."""
        state = {name: value for name, value in self.__dict__.items()
                 if name not in ("optimizer", "_schedulers")}
        state["_schedulers"] = [scheduler.state_dict() for scheduler in self._schedulers]
        return state

    def load_state_dict(self, state_dict):
        """Each schedule takes its own back."""
        own = self._schedulers
        self.__dict__.update(state_dict)
        self._schedulers = own
        for scheduler, kept in zip(own, state_dict["_schedulers"]):
            scheduler.load_state_dict(kept)


class SequentialLR(_Several):
    """One schedule after the other: the next one begins at each milestone."""

    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1, verbose=False):
        alike = "Sequential Schedulers expects all schedulers to belong to the same optimizer, but got "
        for place, scheduler in enumerate(schedulers):
            if scheduler.optimizer is not optimizer:
                raise ValueError(alike + f"schedulers at index {place} to be different than the "
                                 "optimizer passed in.")
        if len(milestones) != len(schedulers) - 1:
            raise ValueError("Sequential Schedulers expects number of schedulers provided to be one "
                             "more than the number of milestone points, but got number of schedulers "
                             f"{len(schedulers)} and the number of milestones to be equal to "
                             f"{len(milestones)}")
        self._schedulers = schedulers
        self._milestones = milestones
        self.last_epoch = last_epoch + 1
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            group["lr"] = group["initial_lr"]
        for scheduler in schedulers:
            scheduler.last_epoch -= 1
        schedulers[0]._initial_step()
        self._last_lr = schedulers[0].get_last_lr()

    def step(self):
        """One step of the schedule whose turn it is."""
        self.last_epoch += 1
        turn = bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[turn]
        if turn > 0 and self._milestones[turn - 1] == self.last_epoch:
            scheduler.step(0)
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()


class ChainedScheduler(_Several):
    """Several schedules at once; each changes what the one before has set."""

    def __init__(self, schedulers):
        for place, scheduler in enumerate(schedulers):
            if scheduler.optimizer is not schedulers[0].optimizer:
                raise ValueError("ChainedScheduler expects all schedulers to belong to the same "
                                 f"optimizer, but got schedulers at index 0 and {place} to be different")
        self._schedulers = list(schedulers)
        self.optimizer = schedulers[0].optimizer
        self._last_lr = self._lrs()

    def step(self):
        """One step of each."""
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = self._lrs()


class ReduceLROnPlateau:
    """lr times factor when a measure has not become better for more than `patience` steps."""

    def __init__(self, optimizer, mode="min", factor=0.1, patience=10, threshold=1e-4,
                 threshold_mode="rel", cooldown=0, min_lr=0, eps=1e-8, verbose=False):
        if factor >= 1.0:
            raise ValueError("Factor should be < 1.0.")
        self.factor = factor
        _check_optimizer(optimizer)
        self.optimizer = optimizer
        count = len(optimizer.param_groups)
        if isinstance(min_lr, (list, tuple)) and len(min_lr) != count:
            raise ValueError(f"expected {count} min_lrs, got {len(min_lr)}")
        self.min_lrs = list(min_lr) if isinstance(min_lr, (list, tuple)) else [min_lr] * count
        self.patience = patience
        self.verbose = verbose
        self.cooldown = cooldown
        self.cooldown_counter = 0
        self.mode = mode
        self.threshold = threshold
        self.threshold_mode = threshold_mode
        self.best = None
        self.num_bad_epochs = None
        self.mode_worse = None
        self.eps = eps
        self.last_epoch = 0
        self._init_is_better(mode, threshold, threshold_mode)
        self._reset()

    def _init_is_better(self, mode, threshold, threshold_mode):
        if mode not in ("min", "max"):
            raise ValueError("mode " + mode + " is unknown!")
        if threshold_mode not in ("rel", "abs"):
            raise ValueError("threshold mode " + threshold_mode + " is unknown!")
        self.mode_worse = math.inf if mode == "min" else -math.inf
        self.mode, self.threshold, self.threshold_mode = mode, threshold, threshold_mode

    def _reset(self):
        self.best = self.mode_worse
        self.cooldown_counter = 0
        self.num_bad_epochs = 0

    def is_better(self, a, best):
        """Whether a is better than the best by more than the threshold."""
        if self.mode == "min":
            limit = best * (1. - self.threshold) if self.threshold_mode == "rel" else best - self.threshold
            return a < limit
        limit = best * (self.threshold + 1.) if self.threshold_mode == "rel" else best + self.threshold
        return a > limit

    @property
    def in_cooldown(self):
        """Just after a change nothing is counted."""
        return self.cooldown_counter > 0

    def step(self, metrics, epoch=None):
        """Look at the measure of one more epoch."""
        current = float(metrics)
        if epoch is None:
            epoch = self.last_epoch + 1
        else:
            warnings.warn(EPOCH_DEPRECATION_WARNING)
        self.last_epoch = epoch
        if self.is_better(current, self.best):
            self.best = current
            self.num_bad_epochs = 0
        else:
            self.num_bad_epochs += 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._reduce_lr(epoch)
            self.cooldown_counter = self.cooldown
            self.num_bad_epochs = 0
        self._last_lr = [group["lr"] for group in self.optimizer.param_groups]

    def _reduce_lr(self, epoch):
        for place, group in enumerate(self.optimizer.param_groups):
            old = float(group["lr"])
            new = max(old * self.factor, self.min_lrs[place])
            if old - new > self.eps:
                group["lr"] = new
                if self.verbose:
                    print(f"Epoch {_epoch_text(epoch)}: reducing learning rate of group {place} to "
                          f"{new:.4e}.")

    def state_dict(self):
        """All of its attributes but the optimiser."""
        return {name: value for name, value in self.__dict__.items() if name != "optimizer"}

    def load_state_dict(self, state_dict):
        """Take the attributes back."""
        self.__dict__.update(state_dict)
        self._init_is_better(self.mode, self.threshold, self.threshold_mode)


def _positive(name, value):
    """Counts of steps are whole numbers from 1 on."""
    if value <= 0 or not isinstance(value, int):
        raise ValueError(f"Expected positive integer {name}, but got {value}")


def _part(end, start_lr, end_lr, start_momentum, end_momentum):
    """A part of the one cycle, up to step `end`: the names of what it goes from and to."""
    return {"end_step": end, "start_lr": start_lr, "end_lr": end_lr,
            "start_momentum": start_momentum, "end_momentum": end_momentum}


class OneCycleLR(_LRScheduler):
    """lr up to max_lr and down to nearly nothing, once; the momentum the other way."""

    def __init__(self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None,
                 pct_start=0.3, anneal_strategy="cos", cycle_momentum=True, base_momentum=0.85,
                 max_momentum=0.95, div_factor=25., final_div_factor=1e4, three_phase=False,
                 last_epoch=-1, verbose=False):
        _check_optimizer(optimizer)
        self.optimizer = optimizer
        if total_steps is None and epochs is None and steps_per_epoch is None:
            raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
        if total_steps is not None:
            _positive("total_steps", total_steps)
            self.total_steps = total_steps
        else:
            _positive("epochs", epochs)
            _positive("steps_per_epoch", steps_per_epoch)
            self.total_steps = epochs * steps_per_epoch
        self._schedule_phases = self._parts(pct_start, three_phase)
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError("anneal_strategy must by one of 'cos' or 'linear', instead got "
                             + str(anneal_strategy))
        self.anneal_func = _along_cosine if anneal_strategy == "cos" else _along_line
        rates = _for_each_group("max_lr", optimizer, max_lr)
        if last_epoch == -1:
            for group, rate in zip(optimizer.param_groups, rates):
                group["initial_lr"] = rate / div_factor
                group["max_lr"] = rate
                group["min_lr"] = group["initial_lr"] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._start_momentum(max_momentum, base_momentum, last_epoch)
        super().__init__(optimizer, last_epoch, verbose)

    def _parts(self, pct_start, three_phase):
        total = self.total_steps
        up = _part(float(pct_start * total) - 1, "initial_lr", "max_lr", "max_momentum", "base_momentum")
        if not three_phase:
            return [up, _part(total - 1, "max_lr", "min_lr", "base_momentum", "max_momentum")]
        return [up, _part(float(2 * pct_start * total) - 2, "max_lr", "initial_lr", "base_momentum",
                          "max_momentum"),
                _part(total - 1, "initial_lr", "min_lr", "max_momentum", "max_momentum")]

    def _start_momentum(self, max_momentum, base_momentum, last_epoch):
        optimizer = self.optimizer
        if "momentum" not in optimizer.defaults and "betas" not in optimizer.defaults:
            raise ValueError("optimizer must support momentum with `cycle_momentum` option enabled")
        self.use_beta1 = "betas" in optimizer.defaults
        high = _for_each_group("max_momentum", optimizer, max_momentum)
        low = _for_each_group("base_momentum", optimizer, base_momentum)
        if last_epoch == -1:
            for most, least, group in zip(high, low, optimizer.param_groups):
                self._set_momentum(group, most)
                group["max_momentum"] = most
                group["base_momentum"] = least

    def _set_momentum(self, group, value):
        if self.use_beta1:
            group["betas"] = (value, *group["betas"][1:])
        else:
            group["momentum"] = value

    def get_lr(self):
        """The rates of the step, and the momentum is set."""
        self._warn_outside()
        step = self.last_epoch
        if step > self.total_steps:
            raise ValueError(f"Tried to step {step + 1} times. The specified number of total steps is "
                             f"{self.total_steps}")
        start, last = 0, self._schedule_phases[-1]
        for part in self._schedule_phases:
            if step <= part["end_step"] or part is last:
                break
            start = part["end_step"]
        share = (step - start) / (part["end_step"] - start)
        rates = []
        for group in self.optimizer.param_groups:
            rates.append(self.anneal_func(group[part["start_lr"]], group[part["end_lr"]], share))
            if self.cycle_momentum:
                self._set_momentum(group, self.anneal_func(
                    group[part["start_momentum"]], group[part["end_momentum"]], share))
        return rates


def _along_cosine(start, end, share):
    """From start to end along half a cosine."""
    return end + (start - end) / 2.0 * (math.cos(math.pi * share) + 1)


def _along_line(start, end, share):
    """From start to end in a straight line."""
    return (end - start) * share + start


class CyclicLR(_LRScheduler):
    """lr up and down between base_lr and max_lr, again and again."""

    def __init__(self, optimizer, base_lr, max_lr, step_size_up=2000, step_size_down=None,
                 mode="triangular", gamma=1., scale_fn=None, scale_mode="cycle", cycle_momentum=True,
                 base_momentum=0.8, max_momentum=0.9, last_epoch=-1, verbose=False):
        _check_optimizer(optimizer)
        self.optimizer = optimizer
        lows = _for_each_group("base_lr", optimizer, base_lr)
        if last_epoch == -1:
            for rate, group in zip(lows, optimizer.param_groups):
                group["lr"] = rate
        self.max_lrs = _for_each_group("max_lr", optimizer, max_lr)
        up = float(step_size_up)
        down = float(step_size_down) if step_size_down is not None else up
        self.total_size = up + down
        self.step_ratio = up / self.total_size
        if mode not in ("triangular", "triangular2", "exp_range") and scale_fn is None:
            raise ValueError("mode is invalid and scale_fn is None")
        self.mode = mode
        self.gamma = gamma
        self._scale_fn_custom = scale_fn
        self.scale_mode = scale_mode
        if scale_fn is None:
            self.scale_mode = "iterations" if mode == "exp_range" else "cycle"
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            if "momentum" not in optimizer.defaults:
                raise ValueError("optimizer must support momentum with `cycle_momentum` option enabled")
            if last_epoch == -1:
                for value, group in zip(_for_each_group("base_momentum", optimizer, base_momentum),
                                        optimizer.param_groups):
                    group["momentum"] = value
            self.base_momentums = [group["momentum"] for group in optimizer.param_groups]
            self.max_momentums = _for_each_group("max_momentum", optimizer, max_momentum)
        super().__init__(optimizer, last_epoch, verbose)
        self.base_lrs = lows

    def scale_fn(self, x):
        """The height of a cycle (or at a step)."""
        if self._scale_fn_custom is not None:
            return self._scale_fn_custom(x)
        return {"triangular": 1., "triangular2": 1 / (2. ** (x - 1)), "exp_range": self.gamma ** x}[self.mode]

    def get_lr(self):
        """The rates of the step, and the momentum is set."""
        self._warn_outside()
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        place = 1. + self.last_epoch / self.total_size - cycle
        if place <= self.step_ratio:
            share = place / self.step_ratio
        else:
            share = (place - 1) / (self.step_ratio - 1)
        height = self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)
        if self.cycle_momentum:
            for low, high, group in zip(self.base_momentums, self.max_momentums,
                                        self.optimizer.param_groups):
                group["momentum"] = high - (high - low) * share * height
        return [low + (high - low) * share * height for low, high in zip(self.base_lrs, self.max_lrs)]
