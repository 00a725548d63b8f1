# Learning rate schedules: every rate to the last digit, with their state and what they refuse.
import math
import warnings

import torch
from torch.optim.lr_scheduler import (LambdaLR, MultiplicativeLR, StepLR, MultiStepLR, ConstantLR,
                                      LinearLR, ExponentialLR, PolynomialLR, CosineAnnealingLR,
                                      CosineAnnealingWarmRestarts, OneCycleLR, ReduceLROnPlateau,
                                      SequentialLR, ChainedScheduler, CyclicLR)

warnings.simplefilter("ignore")


def optimizer(kind="SGD", **options):
    p, q = torch.ones(2, requires_grad=True), torch.zeros(3, requires_grad=True)
    groups = [{"params": [p]}, {"params": [q], "lr": 0.03}]
    return getattr(torch.optim, kind)(groups, lr=0.1, **options)


def curve(make, steps=12, kind="SGD", momentum=None, **options):
    o = optimizer(kind, **options)
    schedule = make(o)
    print(type(schedule).__name__)
    for step in range(steps):
        print(step, schedule.get_last_lr(), [g[momentum] for g in o.param_groups] if momentum else "")
        o.step()
        schedule.step()
    return o, schedule


def shown(state):
    print({k: v for k, v in state.items() if not callable(v) and k not in ("_scale_fn_ref", "_scale_fn_custom")})


for make in (lambda o: LambdaLR(o, lambda e: 0.95 ** e),
             lambda o: LambdaLR(o, [lambda e: 1 / (e + 1), lambda e: min((e + 1) / 4, 1.0)]),
             lambda o: MultiplicativeLR(o, lambda e: 0.9),
             lambda o: StepLR(o, 3),
             lambda o: StepLR(o, step_size=4, gamma=0.5),
             lambda o: MultiStepLR(o, [2, 5, 5, 9], gamma=0.3),
             lambda o: ConstantLR(o),
             lambda o: ConstantLR(o, factor=0.25, total_iters=3),
             lambda o: LinearLR(o),
             lambda o: LinearLR(o, start_factor=0.1, end_factor=0.7, total_iters=8),
             lambda o: ExponentialLR(o, 0.87),
             lambda o: PolynomialLR(o, total_iters=7, power=1.5),
             lambda o: CosineAnnealingLR(o, 5),
             lambda o: CosineAnnealingLR(o, T_max=10, eta_min=0.001),
             lambda o: CosineAnnealingWarmRestarts(o, 4),
             lambda o: CosineAnnealingWarmRestarts(o, 2, T_mult=2, eta_min=1e-4),
             lambda o: SequentialLR(o, [ConstantLR(o, 0.1, 2), ExponentialLR(o, 0.9)], [4]),
             lambda o: SequentialLR(o, [LinearLR(o, 0.1, total_iters=4), CosineAnnealingLR(o, 8)], [4]),
             lambda o: ChainedScheduler([ConstantLR(o, 0.1, 2), ExponentialLR(o, 0.9)])):
    o, schedule = curve(make)
    if not isinstance(schedule, (SequentialLR, ChainedScheduler)):
        shown(schedule.state_dict())
    print(o.param_groups[0]["initial_lr"], o.param_groups[1]["lr"])

o, schedule = curve(lambda o: OneCycleLR(o, 0.5, total_steps=12), momentum="momentum")
print(o)
curve(lambda o: OneCycleLR(o, [0.5, 0.2], epochs=4, steps_per_epoch=3, anneal_strategy="linear"),
      kind="AdamW", momentum="betas")
curve(lambda o: OneCycleLR(o, 0.5, total_steps=12, three_phase=True, cycle_momentum=False, pct_start=0.4))
curve(lambda o: CyclicLR(o, 0.01, 0.1, step_size_up=3), momentum="momentum")
curve(lambda o: CyclicLR(o, 0.01, 0.1, step_size_up=2, step_size_down=4, mode="triangular2"))
curve(lambda o: CyclicLR(o, 0.01, [0.1, 0.2], step_size_up=2, mode="exp_range", gamma=0.9, cycle_momentum=False))
curve(lambda o: CyclicLR(o, 0.01, 0.1, step_size_up=2, scale_fn=lambda x: 1 / x, cycle_momentum=False))

# Measures that stop falling.
for options in (dict(patience=2), dict(mode="max", patience=1, factor=0.5, verbose=True),
                dict(patience=0, cooldown=2, min_lr=0.02), dict(patience=1, threshold=0.1, threshold_mode="abs"),
                dict(mode="max", threshold_mode="abs", patience=1, min_lr=[0.05, 0.001], factor=0.7)):
    o = optimizer()
    schedule = ReduceLROnPlateau(o, **options)
    for loss in (1.0, 0.9, 0.95, 0.9, 0.91, 0.5, 0.49999, 0.6, torch.tensor(0.7), 0.8, 0.9, 1.0):
        schedule.step(loss)
        print([g["lr"] for g in o.param_groups], schedule.best, schedule.num_bad_epochs, schedule.in_cooldown)
    shown(schedule.state_dict())

# Said aloud; to an epoch; from a state.
o = optimizer()
schedule = StepLR(o, 2, verbose=True)
for step in range(3):
    o.step()
    schedule.step()
schedule.step(7)
print(schedule.get_last_lr(), schedule.last_epoch)
other = StepLR(optimizer(), 3)
other.load_state_dict(schedule.state_dict())
print(other.step_size, other.last_epoch, other.get_last_lr())
o = optimizer()
schedule = CosineAnnealingWarmRestarts(o, 3, T_mult=2)
for epoch in (0, 0.5, 2.5, 3, 4.25, 9, 10.5, 21):
    schedule.step(epoch)
    print(epoch, schedule.T_cur, schedule.T_i, schedule.get_last_lr())
o = optimizer()
for g in o.param_groups:
    g["initial_lr"] = g["lr"]
print(CosineAnnealingLR(o, 10, last_epoch=4).get_last_lr(), ExponentialLR(o, 0.5, last_epoch=2).get_last_lr())


# A schedule of one's own, and one by hand.
class InverseRoot(torch.optim.lr_scheduler._LRScheduler):
    def __init__(self, optimizer, warmup, last_epoch=-1):
        self.warmup = warmup
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        step = max(self.last_epoch, 1)
        return [base * min(step ** -0.5, step * self.warmup ** -1.5) for base in self.base_lrs]


curve(lambda o: InverseRoot(o, 4))
saved = LambdaLR(optimizer(), lambda e: e)
print(saved.state_dict())

with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    schedule = StepLR(optimizer(), 2)
    schedule.step()
    schedule.step()
    schedule.get_lr()
    for warning in seen:
        print(warning.category.__name__, warning.message)

# What is refused.
o = optimizer()
for call in (lambda: StepLR(torch.ones(2), 3),
             lambda: ExponentialLR(o, 0.5, last_epoch=3),
             lambda: LambdaLR(o, [lambda e: e]),
             lambda: ConstantLR(o, factor=2),
             lambda: LinearLR(o, start_factor=2),
             lambda: LinearLR(o, end_factor=-1),
             lambda: CosineAnnealingWarmRestarts(o, 0),
             lambda: CosineAnnealingWarmRestarts(o, 2, T_mult=0),
             lambda: CosineAnnealingWarmRestarts(o, 2).step(-1),
             lambda: OneCycleLR(o, 0.1),
             lambda: OneCycleLR(o, 0.1, total_steps=-3),
             lambda: OneCycleLR(o, 0.1, epochs=0, steps_per_epoch=2),
             lambda: OneCycleLR(o, 0.1, epochs=2, steps_per_epoch=0),
             lambda: OneCycleLR(o, 0.1, total_steps=4, pct_start=2),
             lambda: OneCycleLR(o, 0.1, total_steps=4, anneal_strategy="poly"),
             lambda: OneCycleLR(o, [0.1], total_steps=4),
             lambda: OneCycleLR(optimizer("Adagrad"), 0.1, total_steps=4),
             lambda: curve(lambda o: OneCycleLR(o, 0.1, total_steps=4), steps=6),
             lambda: CyclicLR(optimizer("Adam"), 0.1, 0.2),
             lambda: CyclicLR(o, 0.1, 0.2, mode="square"),
             lambda: ReduceLROnPlateau(o, factor=1.5),
             lambda: ReduceLROnPlateau(o, mode="low"),
             lambda: ReduceLROnPlateau(o, threshold_mode="low"),
             lambda: ReduceLROnPlateau(o, min_lr=[0.1]),
             lambda: ReduceLROnPlateau(3),
             lambda: SequentialLR(o, [StepLR(o, 2)], [3]),
             lambda: SequentialLR(o, [StepLR(o, 2), StepLR(optimizer(), 2)], [3]),
             lambda: ChainedScheduler([StepLR(o, 2), StepLR(optimizer(), 2)])):
    try:
        call()
        print("no error")
    except Exception as e:
        print(type(e).__name__, e)
